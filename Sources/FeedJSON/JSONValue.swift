/// A JSON value (RFC 8259) with its numbers as they were written.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number's text, valid by RFC 8259 §6.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Members in the document's order; of a repeated key the last counts.
    case object(JSONObject)
}

/// The members of a JSON object in the document's order.
public struct JSONObject: Sendable, Hashable {
    /// Name and value.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// What it stands for.
        public var value: JSONValue
        /// Makes a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// In order.
    public var members: [Member]

    /// Makes an object.
    public init(_ members: [Member] = []) { self.members = members }

    /// The value of the last member called `name`, or nil.
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
    /// A whole number within `Int`, written as such (`1`, `1.0`, `1e3`), or nil.
    public var int: Int? {
        guard case .number(let text) = self else { return nil }
        if let whole = Int(text) { return whole }
        guard let double = Double(text), double.rounded() == double, abs(double) < 9e15 else { return nil }
        return Int(double)
    }
    /// The value of an object's member, or nil.
    public subscript(name: String) -> JSONValue? { object?[name] }
}
