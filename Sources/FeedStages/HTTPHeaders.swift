public import FeedConfiguration
public import FeedMessages

/// Header fields as an option: a map of names to text or secrets.
public struct HTTPHeaders: ConfigValue, Hashable {
    /// The fields, in the file's order.
    public var fields: [HTTPField]

    /// Makes an option of fields.
    public init(_ fields: [HTTPField] = []) { self.fields = fields }

    /// A map of names to text or secrets.
    public static var typeName: LocalizedText { .message("type.headers") }
    /// What is accepted.
    public static var schema: ValueSchema { .map(.either([.text, Secret.schema])) }
    /// No fields.
    public static var placeholder: HTTPHeaders { HTTPHeaders() }

    /// Names of fields that the transport sets.
    private static let reserved = [
        "accept-encoding", "connection", "content-length", "expect", "host", "if-modified-since", "if-none-match",
        "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]
    /// Names of fields whose values give access.
    private static let credentials = [
        "api-key", "authorization", "cookie", "private-token", "proxy-authorization", "x-access-token", "x-api-key",
        "x-auth-token", "x-gitlab-token", "x-token",
    ]

    /// Reads a map. Invalid fields are reported to `section` and left out; nil if it is no map.
    public static func read(_ node: Node, in section: ConfigSection) -> HTTPHeaders? {
        guard let pairs = node.map else {
            section.reportHiding(node, expected: typeName)
            return nil
        }
        return HTTPHeaders(pairs.compactMap { field($0, in: section) })
    }

    private static func field(_ pair: Node.Pair, in section: ConfigSection) -> HTTPField? {
        let name = pair.key.lowercased()
        guard !name.isEmpty, name.utf8.count <= 128, name.utf8.allSatisfy(isTokenByte) else {
            section.report(
                .message("header.bad_name", ["path": .text(section.path), "name": .text(pair.key)]), at: pair.place)
            return nil
        }
        guard !reserved.contains(name) else {
            section.report(
                .message("header.reserved", ["path": .text(section.path), "name": .text(pair.key)]), at: pair.place)
            return nil
        }
        guard let text = pair.value.scalar, !pair.value.isNull else {
            return section.read(pair.value, pair.key, as: Secret.self).map { HTTPField(pair.key, secret: $0) }
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }), text.utf8.count <= 8192 else {
            section.report(
                .message("header.bad_value", ["path": .text("\(section.path).\(pair.key)")]), at: pair.value.place)
            return nil
        }
        guard credentials.contains(name) else { return HTTPField(pair.key, text) }
        section.report(
            .message("header.credential", ["path": .text("\(section.path).\(pair.key)")]), at: pair.value.place,
            severity: .warning, suggestion: .message("header.keep_out"))
        return HTTPField(pair.key, secret: section.keep(text, under: pair.key))
    }

    /// Whether `byte` may be part of a field's name (RFC 9110 §5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// The names in braces, without the values.
    public var manualText: String { "{\(fields.map(\.name).joined(separator: ", "))}" }
}
