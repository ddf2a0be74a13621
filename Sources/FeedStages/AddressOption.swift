public import FeedConfiguration
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
    public static var typeName: String { "an address, or { env: NAME }, { file: PATH }, { command: [ … ] }" }
    /// A missing one.
    public static var placeholder: AddressOption { AddressOption(.placeholder) }
    /// What may be shown.
    public var manualText: String { secret.manualText }

    /// Takes text, or a map that names one place.
    public static func read(_ node: Node, in section: ConfigSection) -> AddressOption? {
        guard node.scalar != nil else { return Secret.read(node, in: section).map(AddressOption.init) }
        return section.text(of: node, expected: typeName).map { AddressOption(masking($0, in: section)) }
    }

    /// Names of query items whose values give access; compared in lower case.
    static let credentials: Set<String> = [
        "access_key", "access_token", "api-key", "api_key", "api_token", "apikey", "auth", "auth_key", "auth_token",
        "authkey", "client_secret", "feed_token", "jwt", "key", "pass", "passwd", "password", "private_token", "pwd",
        "rss_token", "secret", "session", "sessionid", "sid", "sig", "signature", "token",
    ]
    /// Bytes below which a value is masked in its address alone: it may be a word that stands everywhere.
    private static let shortest = 8

    private static func masking(_ address: String, in section: ConfigSection) -> Secret {
        guard let start = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return Secret(address, mask: address) }
        let end = address.utf8[start...].firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex
        let query = address[address.utf8.index(after: start)..<end]
        let items = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            masking(item: Substring(item), in: section)
        }
        return Secret(address, mask: address[...start] + items.joined(separator: "&") + address[end...])
    }

    private static func masking(item: Substring, in section: ConfigSection) -> String {
        guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(item) }
        let value = item[item.utf8.index(after: equals)...]
        let name = Address.decoded(component: item[..<equals]).lowercased()
        guard credentials.contains(name), !value.isEmpty else { return String(item) }
        let plain = Address.decoded(component: value)
        let secret =
            plain.utf8.count >= shortest
            ? section.keep(plain, under: name) : Secret(plain, mask: "{\(section.path).\(name)}")
        return item[...equals] + secret.mask
    }
}
