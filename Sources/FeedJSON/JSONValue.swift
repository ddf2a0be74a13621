/// A JSON value (RFC 8259). Numbers keep their text.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number's text, valid by RFC 8259 §6.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// An object. Its members keep the document's order; of a repeated name, the last one counts.
    case object(JSONObject)
}

/// The members of a JSON object in the document's order.
public struct JSONObject: Sendable, Hashable {
    /// A member of an object.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: JSONValue
        /// Creates a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members in the document's order, including repeated names.
    public var members: [Member]

    /// Creates an object.
    public init(_ members: [Member] = []) { self.members = members }

    /// Returns the value of the last member with this name, or nil.
    public subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }
}

extension JSONValue {
    /// The text of a string, or nil.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The elements of an array, or nil.
    public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    /// The object, or nil.
    public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
    /// The boolean, or nil.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// A whole number (`1`, `1.0`, `1e3`) that fits into `Int`; with a fraction or exponent, only below 9e15. Else nil.
    public var int: Int? {
        guard case .number(let text) = self else { return nil }
        if let whole = Int(text) { return whole }
        guard let double = Double(text), double.rounded() == double, abs(double) < 9e15 else { return nil }
        return Int(double)
    }
    /// Returns the value of an object's member; nil if there is none or this is not an object.
    public subscript(name: String) -> JSONValue? { object?[name] }
}
