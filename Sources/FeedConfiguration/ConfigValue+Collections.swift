public import FeedMessages

extension Array: ConfigValue where Element: ConfigValue {
    /// A list of values of one type.
    public static var typeName: LocalizedText { .message("type.list", ["element": .message(Element.typeName)]) }
    /// What is accepted.
    public static var schema: ValueSchema { .list(Element.schema) }
    /// Whether an element may be a secret.
    public static var isSecret: Bool { Element.isSecret }
    /// The empty list.
    public static var placeholder: [Element] { [] }
    /// Reads a list. Invalid elements are reported and left out.
    public static func read(_ node: Node, in section: ConfigSection) -> [Element]? {
        guard let nodes = node.list else {
            let cure: LocalizedText? = node.scalar == nil || node.isNull ? nil : .message("config.add_brackets")
            section.reportMismatch(node, expected: .message("type.any_list"), suggestion: cure)
            return nil
        }
        return section.elements(nodes, of: Element.self)
    }
    /// The elements in brackets.
    public var manualText: String { "[\(map(\.manualText).joined(separator: ", "))]" }
}

/// An option that is written as one value or as a list of such values.
public struct OneOrMany<Element: ConfigValue>: ConfigValue {
    /// The values: at least one, unless an empty list was written.
    public var values: [Element]

    /// Makes an option of values.
    public init(_ values: [Element]) { self.values = values }

    /// One value, or a list of values.
    public static var typeName: LocalizedText { .message("type.one_or_many", ["element": .message(Element.typeName)]) }
    /// What is accepted.
    public static var schema: ValueSchema { .either([Element.schema, .list(Element.schema)]) }
    /// Whether a value may be a secret.
    public static var isSecret: Bool { Element.isSecret }
    /// The empty list.
    public static var placeholder: Self { Self([]) }
    /// Reads a list, or one value as a list of one element.
    public static func read(_ node: Node, in section: ConfigSection) -> Self? {
        if let nodes = node.list { return Self(section.elements(nodes, of: Element.self)) }
        return Element.read(node, in: section).map { Self([$0]) }
    }
    /// The value, or the values in brackets.
    public var manualText: String { values.count == 1 ? values.map(\.manualText).joined() : values.manualText }
}

extension OneOrMany: Equatable where Element: Equatable {}
extension OneOrMany: Hashable where Element: Hashable {}

extension Dictionary: ConfigValue where Key == String, Value: ConfigValue {
    /// A map with any keys and values of one type.
    public static var typeName: LocalizedText { .message("type.map", ["value": .message(Value.typeName)]) }
    /// What is accepted.
    public static var schema: ValueSchema { .map(Value.schema) }
    /// Whether a value may be a secret.
    public static var isSecret: Bool { Value.isSecret }
    /// The empty map.
    public static var placeholder: [String: Value] { [:] }
    /// Reads a map with any keys. Invalid values are reported and left out.
    public static func read(_ node: Node, in section: ConfigSection) -> [String: Value]? {
        guard let pairs = node.map else {
            section.reportMismatch(node, expected: .message("type.any_map"))
            return nil
        }
        var values: [String: Value] = [:]
        for pair in pairs {
            values[pair.key] = section.read(pair.value, pair.key, as: Value.self)
        }
        return values
    }
    /// The pairs in braces, sorted by key.
    public var manualText: String {
        "{\(sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.manualText)" }.joined(separator: ", "))}"
    }
}

extension ConfigSection {
    /// Reads a part of the section at `key`: a key of a map, or `[3]` in a list. Returns nil after a report.
    public func read<Value: ConfigValue>(_ value: Node, _ key: String, as type: Value.Type) -> Value? {
        read(value, in: child(value, key), as: type)
    }

    func read<Value: ConfigValue>(_ value: Node, in section: ConfigSection, as type: Value.Type) -> Value? {
        guard !value.isNull else {
            section.reportMismatch(value, expected: type.typeName)
            return nil
        }
        let result = Value.read(value, in: section)
        if !section.declaredKeys.isEmpty { section.reportUnknownKeys() }
        return result
    }

    fileprivate func elements<Element: ConfigValue>(_ nodes: [Node], of type: Element.Type) -> [Element] {
        nodes.enumerated().compactMap { read($0.element, "[\($0.offset)]", as: type) }
    }
}
