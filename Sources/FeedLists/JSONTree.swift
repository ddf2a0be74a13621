import FeedConfiguration
import FeedJSON
import FeedMessages
import FeedStages

/// A part of a configuration as JSON, to be sent to a service.
///
/// A scalar without quotes that is a number, boolean or null in JSON becomes that; in quotes it is a text. A map with
/// the single key `secret` is a secret: `{ secret: { env: NAME } }`.
indirect enum JSONTree: ConfigValue, Hashable {
    case value(JSONValue)
    case secret(Secret)
    case list([JSONTree])
    case map([Member])

    struct Member: Sendable, Hashable {
        let name: String
        var value: JSONTree
    }

    static var typeName: LocalizedText { .message("type.json_tree") }
    static var placeholder: JSONTree { .value(.null) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> JSONTree? {
        if let nodes = node.list {
            return .list(nodes.enumerated().compactMap { element($0.element, "[\($0.offset)]", in: section) })
        }
        guard let pairs = node.map else { return scalar(node, in: section) }
        if pairs.count == 1, pairs[0].key == "secret", pairs[0].value.map != nil {
            return section.read(pairs[0].value, "secret", as: Secret.self).map(JSONTree.secret)
        }
        return .map(
            pairs.compactMap { pair in
                element(pair.value, pair.key, in: section).map { Member(name: pair.key, value: $0) }
            })
    }

    /// Reads a part of the tree. Unlike other options, it may be null.
    private static func element(_ node: Node, _ key: String, in section: ConfigSection) -> JSONTree? {
        if node.isNull { return .value(.null) }
        guard let tree = section.read(node, key, as: JSONTree.self) else { return nil }
        guard case .value(.string(let text)) = tree, section.isCredential(text, named: key) else { return tree }
        return .secret(section.keep(text, under: key))
    }

    private static func scalar(_ node: Node, in section: ConfigSection) -> JSONTree? {
        guard let text = section.text(of: node, expected: .message("type.json_scalar")) else { return nil }
        if case .scalar(_, true) = node.content { return .value(.string(text)) }
        switch try? JSONReader.read(Array(text.utf8)) {
        case .number(let digits) where digits == text: return .value(.number(digits))
        case .bool(let flag): return .value(.bool(flag))
        default: return .value(.string(text))
        }
    }

    /// The value to send. `shown` converts each secret to text, so that secrets can be masked.
    func json(_ shown: (Secret) -> String) -> JSONValue {
        switch self {
        case .value(let value): value
        case .secret(let secret): .string(shown(secret))
        case .list(let elements): .array(elements.map { $0.json(shown) })
        case .map(let members):
            .object(JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.value.json(shown)) }))
        }
    }

    /// A copy in which one member has another value. Only a map changes.
    func setting(_ name: String, to value: JSONValue) -> JSONTree {
        guard case .map(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = .value(value)
        } else {
            members.append(Member(name: name, value: .value(value)))
        }
        return .map(members)
    }
}

extension ConfigSection {
    /// Whether a text from the configuration or its variables is masked wherever it is shown: its name says that it
    /// gives access, and it has at least 8 bytes.
    func isCredential(_ text: String, named name: String) -> Bool {
        AddressOption.givesAccess(name) && text.utf8.count >= 8
    }
}
