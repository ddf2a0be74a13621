extension EnglishMessages {
    /// Options that stages share, and what stages do wrong.
    static let stages: StaticString = """

        type.authorization = { bearer: SECRET } or { basic: { user, password: SECRET } }
        type.user_name = a name or a secret
        type.headers = a map of headers (name: text or secret)
        type.zone = a time zone such as Asia/Tokyo, or an offset such as +09:00
        option.auth.bearer = a token, sent as it is (RFC 6750)
        option.auth.basic = user and password (RFC 7617)
        option.auth.user = name, or a secret; without a colon
        option.auth.password = its password
        address.not_http = {path}: not an http or https URL
        address.write_whole = write the full URL, such as https://example.com/feed.xml
        address.credentials = {path}: a URL must not contain a user and password
        certificate.none = {path}: {file} contains no certificate in PEM format
        certificate.convert = PEM begins with -----BEGIN CERTIFICATE-----; `openssl x509 -inform der` converts other formats
        auth.colon = {path}: a user name cannot contain a colon
        auth.password_apart = write the password in `password`
        auth.bad_user_name = {path}: a user name cannot contain control characters, and has at most 1024 bytes
        header.bad_name = {path}: `{name}` cannot be the name of a header
        header.reserved = {path}: `{name}` is always set by Kawaraban
        header.bad_value = {path}: a header cannot contain line breaks, and has at most 8 KiB
        header.credential = {path}: a credential is written in this file
        header.keep_out = write { env: NAME } instead
        zone.unknown = {path}: there is no zone {zone} on this machine
        zone.example = an IANA name such as Asia/Tokyo, with tzdata installed, or an offset such as +09:00
        memory.bad_key = a key of {size} bytes (1 to {limit} are allowed)
        memory.long_value = a value of {size} bytes (at most {limit})

        """
}
