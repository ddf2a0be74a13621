public import FeedJSON

/// A path in a JSON value: RFC 9535 without filters, functions, slices, unions and descendants.
///
/// `$.a.b`, `$['a key']`, `$[0]`, `$[-1]`, `$.*`, `$[*]`. The leading `$.` is optional.
public struct JSONPath: Sendable, Hashable {
    /// One step downwards.
    public enum Step: Sendable, Hashable {
        /// A member of an object.
        case name(String)
        /// An element of an array, from 0; a negative index counts from the end.
        case index(Int)
        /// All elements of an array, or the values of all members of an object.
        case wildcard
    }

    /// The steps from the root.
    public let steps: [Step]

    /// Steps of a path, at most.
    public static let mostSteps = 64

    /// Creates a path from steps. Steps after the first `mostSteps` are dropped.
    public init(steps: [Step]) { self.steps = Array(steps.prefix(Self.mostSteps)) }

    /// Parses a path. Throws `SelectorError` if it is invalid or not supported.
    public init(_ text: String) throws(SelectorError) {
        var reader = JSONPathReader(text)
        self.init(steps: try reader.path())
    }

    /// Whether the path leads to one value at most.
    public var isSingular: Bool { !steps.contains(.wildcard) }

    /// Returns all values at the path, in the document's order.
    public func values(in root: JSONValue) -> [JSONValue] {
        var found: [JSONValue] = []
        visit(root) { value in
            found.append(value)
            return false
        }
        return found
    }

    /// Returns the first result of `transform` that is not nil, for the values in the document's order.
    public func first<Result>(in root: JSONValue, _ transform: (JSONValue) -> Result?) -> Result? {
        var result: Result?
        visit(root) { value in
            result = transform(value)
            return result != nil
        }
        return result
    }

    /// Calls `body` with the values in their order until it returns true.
    private func visit(_ root: JSONValue, _ body: (JSONValue) -> Bool) { _ = Self.visit(root, steps[...], body) }

    /// Recursion happens only at wildcards, so it is never deeper than the path's steps.
    private static func visit(_ root: JSONValue, _ steps: ArraySlice<Step>, _ body: (JSONValue) -> Bool) -> Bool {
        var value = root
        var rest = steps
        while let step = rest.popFirst() {
            if step == .wildcard {
                return value.children.contains { visit($0, rest, body) }
            }
            guard let next = value[step] else { return false }
            value = next
        }
        return body(value)
    }
}

extension JSONPath: CustomStringConvertible {
    /// The shortest form that parses to the same path: `data.items[0]`, `['a key'].*`, `$` for the root.
    public var description: String {
        guard !steps.isEmpty else { return "$" }
        var text = ""
        for step in steps {
            switch step {
            case .name(let name) where JSONPathReader.isShorthand(name): text += text.isEmpty ? name : ".\(name)"
            case .name(let name): text += "[\(Self.quoted(name))]"
            case .index(let index): text += "[\(index)]"
            case .wildcard: text += text.isEmpty ? "*" : ".*"
            }
        }
        return text
    }

    /// A name in single quotes (RFC 9535 §2.7).
    private static func quoted(_ name: String) -> String {
        var text = "'"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}

extension JSONValue {
    /// The values one level below, in the document's order.
    fileprivate var children: AnySequence<JSONValue> {
        switch self {
        case .array(let elements): AnySequence(elements)
        case .object(let object): AnySequence(object.members.lazy.map(\.value))
        case .null, .bool, .number, .string: AnySequence([])
        }
    }

    /// Returns the value of a step to a name or an index, or nil.
    public subscript(step: JSONPath.Step) -> JSONValue? {
        switch (step, self) {
        case (.name(let name), .object(let object)): return object[name]
        case (.index(let index), .array(let elements)):
            let place = index < 0 ? elements.count + index : index
            return elements.indices.contains(place) ? elements[place] : nil
        default: return nil
        }
    }
}
