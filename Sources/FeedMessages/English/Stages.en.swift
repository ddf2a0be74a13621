extension EnglishMessages {
    /// Options that stages share, and what stages do wrong.
    static let stages: StaticString = """

        type.authorization = { bearer: SECRET } or { basic: { user, password: SECRET } }
        type.user_name = a name or a secret
        type.headers = a map of header fields (name: text or secret)
        type.zone = a time zone such as Asia/Tokyo, or an offset such as +09:00
        option.auth.bearer = a token, sent as it is (RFC 6750)
        option.auth.basic = user and password (RFC 7617)
        option.auth.user = name, or a secret; without a colon
        option.auth.password = its password
        address.not_http = {path}: not an http or https address
        address.write_whole = write it whole, such as https://example.com/feed.xml
        address.credentials = {path}: an address must not hold a user and password
        certificate.none = {path}: {file} holds no certificate in PEM
        certificate.convert = it begins with -----BEGIN CERTIFICATE-----; `openssl x509 -inform der` converts others
        auth.colon = {path}: a user name holds no colon
        auth.password_apart = the password is an option of its own
        auth.bad_user_name = {path}: a user name holds no control characters and at most 1024 bytes
        header.bad_name = {path}: `{name}` is no name of a header field
        header.reserved = {path}: `{name}` is set by the transport alone
        header.bad_value = {path}: a header field holds no line breaks and at most 8 KiB
        header.credential = {path}: a credential stands in this file
        header.keep_out = { env: NAME } keeps it out
        zone.unknown = {path}: there is no zone {zone} on this machine
        zone.example = an IANA name such as Asia/Tokyo, with tzdata installed, or an offset such as +09:00
        memory.bad_key = a key of {size} bytes, where 1 to {limit} are allowed
        memory.long_value = a value of {size} bytes, where {limit} are allowed

        """
}
