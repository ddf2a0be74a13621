/// Encodes an `Encodable` value as JSON text.
package enum JSONEncoding {
    /// Returns the text; nil if the value throws while it is encoded.
    package static func text(of value: some Encodable) -> String? {
        let node = JSONNode()
        guard (try? value.encode(to: NodeEncoder(node: node, codingPath: []))) != nil else { return nil }
        var writer = JSONWriter()
        writer.value(node.json)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// A value under construction. A class, because nested containers add to it later.
private final class JSONNode {
    private enum Content {
        case nothing
        case value(JSONValue)
        case array([JSONNode])
        case object([(name: String, node: JSONNode)])
    }

    private var content = Content.nothing

    func set(_ value: JSONValue) { content = .value(value) }

    /// Adds an element, or a member if there is a name. Returns its node.
    func grow(_ name: String? = nil) -> JSONNode {
        let node = JSONNode()
        if let name {
            var members: [(name: String, node: JSONNode)] = []
            if case .object(let earlier) = content { members = earlier }
            content = .object(members + [(name, node)])
        } else {
            var elements: [JSONNode] = []
            if case .array(let earlier) = content { elements = earlier }
            content = .array(elements + [node])
        }
        return node
    }

    func beginObject() { if case .object = content {} else { content = .object([]) } }
    func beginArray() { if case .array = content {} else { content = .array([]) } }
    var count: Int { if case .array(let nodes) = content { nodes.count } else { 0 } }

    var json: JSONValue {
        switch content {
        case .nothing: .null
        case .value(let value): value
        case .array(let nodes): .array(nodes.map(\.json))
        case .object(let members):
            .object(JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.node.json) }))
        }
    }
}

private struct NodeEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginObject()
        return KeyedEncodingContainer(Members<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginArray()
        return Elements(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node, codingPath: codingPath) }
}

extension JSONNode {
    fileprivate func encode(_ value: some Encodable, _ path: [any CodingKey]) throws {
        switch value {
        case let text as String: set(.string(text))
        case let flag as Bool: set(.bool(flag))
        case let number as any BinaryInteger: set(.number(String(number)))
        // JSON has no infinity and no NaN.
        case let number as Double: set(number.isFinite ? .number("\(number)") : .null)
        default: try value.encode(to: NodeEncoder(node: self, codingPath: path))
        }
    }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { node.grow(key.stringValue).set(.null) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try node.grow(key.stringValue).encode(value, codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        NodeEncoder(node: node.grow(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        NodeEncoder(node: node.grow(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { NodeEncoder(node: node.grow("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
        NodeEncoder(node: node.grow(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct Elements: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    func encodeNil() { node.grow().set(.null) }
    func encode(_ value: some Encodable) throws { try node.grow().encode(value, codingPath) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        NodeEncoder(node: node.grow(), codingPath: codingPath).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        NodeEncoder(node: node.grow(), codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { NodeEncoder(node: node.grow(), codingPath: codingPath) }
}

private struct Single: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.set(.null) }
    func encode(_ value: some Encodable) throws { try node.encode(value, codingPath) }
}
