public import FeedConfiguration
public import FeedMessages
import FeedModel

/// The address of a source as an option: plain text, or the place of a secret.
///
/// The values of query items that give access (`?token=…`, see `credentials`) are secrets. They are sent, and masked
/// wherever the address is shown.
public struct AddressOption: ConfigValue, Hashable {
    /// The address. Its mask is the form to show.
    public var secret: Secret

    /// Makes an option of a secret.
    public init(_ secret: Secret) { self.secret = secret }

    /// An address, or the place of one.
    public static var typeName: LocalizedText { .message("type.secret_address") }
    /// What is accepted.
    public static var schema: ValueSchema { .either([.text, Secret.schema]) }
    /// The placeholder of a missing address.
    public static var placeholder: AddressOption { AddressOption(.placeholder) }
    /// The form to show.
    public var manualText: String { secret.manualText }

    /// Reads text, or a map that names one place of a secret. Reports any other value to `section`, and returns nil.
    public static func read(_ node: Node, in section: ConfigSection) -> AddressOption? {
        guard node.scalar != nil else { return Secret.read(node, in: section).map(AddressOption.init) }
        return section.text(of: node, expected: typeName).map { AddressOption(masking($0, in: section)) }
    }

    /// Masks an address that a service gave: the values in its query that give access.
    public static func masking(_ address: String) -> Secret {
        masking(address) { name, _ in "{\(name)}" }
    }

    /// Whether an item called `name` in a query, a form or a document gives access.
    public static func givesAccess(_ name: String) -> Bool { credentials.contains(name.lowercased()) }

    /// Names of query items whose values give access, in lower case.
    static let credentials: Set<String> = [
        "access_key", "access_token", "api-key", "api_key", "api_token", "apikey", "auth", "auth_key", "auth_token",
        "authkey", "client_secret", "feed_token", "jwt", "key", "pass", "passwd", "password", "private_token", "pwd",
        "rss_token", "secret", "session", "sessionid", "sid", "sig", "signature", "token", "x-amz-security-token",
        "x-amz-signature", "x-goog-signature",
    ]
    /// Length in bytes below which a value is masked in its address only: it may be a common word.
    private static let shortest = 8

    /// Returns the address with each secret value in its query replaced. `replacement` gets the name of the item in lower
    /// case, and the value as it is written in the address.
    public static func replacingSecrets(in address: String, by replacement: (String, String) -> String) -> String {
        masking(address) { name, value in
            isPlain(value) && ambiguous.contains(name) ? value : replacement(name, value)
        }.mask
    }

    /// Names of query items that choose a page just as often.
    private static let ambiguous: Set<String> = ["auth", "key", "pass", "session", "sid", "sig"]

    /// Whether a value is short and has only letters or only digits, as a word or a number.
    private static func isPlain(_ value: String) -> Bool {
        value.utf8.count < shortest
            && (value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                || value.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) })
    }

    private static func masking(_ address: String, in section: ConfigSection) -> Secret {
        masking(address) { name, written in
            let value = Address.decoded(component: Substring(written))
            let secret =
                value.utf8.count >= shortest
                ? section.keep(value, under: name) : Secret(value, mask: "{\(section.path).\(name)}")
            return secret.mask
        }
    }

    /// Returns the address. In its mask, `mask` (of name and value as written) replaces each secret value.
    private static func masking(_ address: String, _ mask: (String, String) -> String) -> Secret {
        guard let start = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return Secret(address, mask: address) }
        let end = address.utf8[start...].firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex
        let query = address[address.utf8.index(after: start)..<end]
        let items = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            masking(item: Substring(item), mask)
        }
        return Secret(address, mask: address[...start] + items.joined(separator: "&") + address[end...])
    }

    private static func masking(item: Substring, _ mask: (String, String) -> String) -> String {
        guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(item) }
        let value = item[item.utf8.index(after: equals)...]
        let name = Address.decoded(component: item[..<equals]).lowercased()
        guard credentials.contains(name), !value.isEmpty else { return String(item) }
        return item[...equals] + mask(name, String(value))
    }
}

extension ConfigSection {
    /// Reports an address that is not `http` or `https`, has port 0, or contains a user name or password.
    public func checkWebAddress(_ address: Secret, _ key: String) {
        guard !address.isMissing else { return }
        let parts = Address.parts(address.reveal())
        if !Address.isHTTP(address.reveal()) || parts?.port == 0 {
            report(
                .message("address.not_http", ["path": .text("\(path).\(key)")]), at: node[key]?.place,
                suggestion: .message("address.write_whole"))
        } else if parts?.userInfo != nil {
            // A password in an address would be shown wherever the address is shown. The option `auth` keeps it secret.
            report(
                .message("address.credentials", ["path": .text("\(path).\(key)")]), at: node[key]?.place,
                suggestion: "auth: { basic: { user: NAME, password: { env: NAME } } }")
        }
    }
}
