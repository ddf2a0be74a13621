public import FeedConfiguration
public import FeedMessages
import FeedModel

/// An address of a source as an option: text whose query may hold credentials, or where a secret comes from.
///
/// What gives access in a query (`?token=…`, see `credentials`) is taken for a secret: it is sent, and masked wherever
/// the address is shown.
public struct AddressOption: ConfigValue, Hashable {
    /// The address; its mask is what may be shown of it.
    public var secret: Secret

    /// Makes it of a secret.
    public init(_ secret: Secret) { self.secret = secret }

    /// An address or the place of one.
    public static var typeName: LocalizedText { .message("type.secret_address") }
    /// A missing one.
    public static var placeholder: AddressOption { AddressOption(.placeholder) }
    /// What may be shown.
    public var manualText: String { secret.manualText }

    /// Takes text, or a map that names one place.
    public static func read(_ node: Node, in section: ConfigSection) -> AddressOption? {
        guard node.scalar != nil else { return Secret.read(node, in: section).map(AddressOption.init) }
        return section.text(of: node, expected: typeName).map { AddressOption(masking($0, in: section)) }
    }

    /// An address that a service gave, with what gives access in its query masked.
    public static func masking(_ address: String) -> Secret {
        masking(address) { name, _ in "{\(name)}" }
    }

    /// Whether what has this name in a query, a form or a document gives access.
    public static func givesAccess(_ name: String) -> Bool { credentials.contains(name.lowercased()) }

    /// Names of query items whose values give access; compared in lower case.
    static let credentials: Set<String> = [
        "access_key", "access_token", "api-key", "api_key", "api_token", "apikey", "auth", "auth_key", "auth_token",
        "authkey", "client_secret", "feed_token", "jwt", "key", "pass", "passwd", "password", "private_token", "pwd",
        "rss_token", "secret", "session", "sessionid", "sid", "sig", "signature", "token", "x-amz-security-token",
        "x-amz-signature", "x-goog-signature",
    ]
    /// Bytes below which a value is masked in its address alone: it may be a word that stands everywhere.
    private static let shortest = 8

    private static func masking(_ address: String, in section: ConfigSection) -> Secret {
        masking(address) { name, value in
            let secret =
                value.utf8.count >= shortest
                ? section.keep(value, under: name) : Secret(value, mask: "{\(section.path).\(name)}")
            return secret.mask
        }
    }

    /// The address with `mask` of names and decoded values in the place of values that give access.
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
        return item[...equals] + mask(name, Address.decoded(component: value))
    }
}

extension ConfigSection {
    /// Reports it if the address of an option is none of the web, or holds a user and password.
    public func checkWebAddress(_ address: Secret, _ key: String) {
        guard !address.isMissing else { return }
        let parts = Address.parts(address.reveal())
        if !Address.isHTTP(address.reveal()) || parts?.port == 0 {
            report(
                .message("address.not_http", ["path": .text("\(path).\(key)")]), at: node[key]?.place,
                suggestion: .message("address.write_whole"))
        } else if parts?.userInfo != nil {
            // It would be told with the address wherever that is told; a secret has a place of its own.
            report(
                .message("address.credentials", ["path": .text("\(path).\(key)")]), at: node[key]?.place,
                suggestion: "auth: { basic: { user: NAME, password: { env: NAME } } }")
        }
    }
}
