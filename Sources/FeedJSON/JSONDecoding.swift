/// Decodes a `Decodable` value from JSON text.
package enum JSONDecoding {
    /// Returns the value; nil if the text is not JSON or does not match the type.
    package static func value<Value: Decodable>(_ type: Value.Type = Value.self, from text: String) -> Value? {
        guard let json = try? JSONReader.read(Array(text.utf8)) else { return nil }
        return try? ValueDecoder(json: json, codingPath: []).decode(type)
    }
}

private struct ValueDecoder: Decoder {
    let json: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let object = json.object else { throw mismatch(JSONObject.self) }
        return KeyedDecodingContainer(Members<Key>(object: object, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let values = json.array else { throw mismatch([JSONValue].self) }
        return Elements(values: values, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: "another value"))
    }

    private func number<Number: LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        guard case .number(let text) = json, let number = Number(text) else { throw mismatch(type) }
        return number
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { json == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value: Any =
            switch type {
            case is String.Type: json.string as Any
            case is Bool.Type: json.bool as Any
            case is Double.Type: try number(Double.self)
            case is Int.Type: try number(Int.self)
            case is Int32.Type: try number(Int32.self)
            case is Int64.Type: try number(Int64.self)
            case is UInt64.Type: try number(UInt64.self)
            default: try Value(from: self)
            }
        guard let value = value as? Value else { throw mismatch(type) }
        return value
    }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]
    var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(for: key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(for: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { ValueDecoder(json: object["super"] ?? .null, codingPath: codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

    private func decoder(for key: Key) throws -> ValueDecoder {
        guard let value = object[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "no \(key.stringValue)"))
        }
        return ValueDecoder(json: value, codingPath: codingPath + [key])
    }
}

private struct Elements: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    init(values: [JSONValue], codingPath: [any CodingKey]) {
        self.values = values
        self.codingPath = codingPath
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type).decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next(type).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([JSONValue].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next(JSONValue.self) }

    private mutating func next(_ type: Any.Type) throws -> ValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: "elements exhausted"))
        }
        defer { currentIndex += 1 }
        return ValueDecoder(json: values[currentIndex], codingPath: codingPath)
    }
}
