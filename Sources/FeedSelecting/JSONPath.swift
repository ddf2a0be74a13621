public import FeedJSON

/// Where something stands in a JSON value: RFC 9535 without filters, functions, slices, unions and descendants.
///
/// `$.a.b`, `$['a key']`, `$[0]`, `$[-1]`, `$.*`, `$[*]`; the leading `$.` may be left out.
public struct JSONPath: Sendable, Hashable {
    /// One step down.
    public enum Step: Sendable, Hashable {
        /// The member of an object.
        case name(String)
        /// The element of an array, from 0, or from the end if it is negative.
        case index(Int)
        /// All elements of an array, or the values of all members of an object.
        case wildcard
    }

    /// From the root.
    public let steps: [Step]

    /// Most steps of a path.
    public static let mostSteps = 64

    /// Makes a path of steps, at most `mostSteps` of which are taken.
    public init(steps: [Step]) { self.steps = Array(steps.prefix(Self.mostSteps)) }

    /// Reads a path; throws if it is none, or one that is not supported here.
    public init(_ text: String) throws(SelectorError) {
        var reader = JSONPathReader(text)
        self.init(steps: try reader.path())
    }

    /// Whether it leads to one value at most.
    public var isSingular: Bool { !steps.contains(.wildcard) }

    /// All values that it leads to, in the document's order.
    public func values(in root: JSONValue) -> [JSONValue] {
        var found: [JSONValue] = []
        visit(root) { value in
            found.append(value)
            return false
        }
        return found
    }

    /// The first result of `transform` that is not nil, over the values in their order.
    public func first<Result>(in root: JSONValue, _ transform: (JSONValue) -> Result?) -> Result? {
        var result: Result?
        visit(root) { value in
            result = transform(value)
            return result != nil
        }
        return result
    }

    /// Hands over the values in their order until `body` gives true.
    private func visit(_ root: JSONValue, _ body: (JSONValue) -> Bool) { _ = Self.visit(root, steps[...], body) }

    /// Calls itself for wildcards alone, so not deeper than a path has steps.
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
    /// In the shortest form that is read as the same path: `data.items[0]`, `['a key'].*`, `$` for the root.
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

    /// What a step that leads to one value leads to, or nil.
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
