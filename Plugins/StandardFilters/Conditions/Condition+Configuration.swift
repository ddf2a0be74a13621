import FeedConfiguration
import FeedStages

extension Condition: ConfigValue {
    static var typeName: LocalizedText { .message("type.condition_map") }
    /// Fields are open, as numbers of any name may be tested: `check` knows more.
    static var schema: ValueSchema { .map(.any) }
    static var placeholder: Condition { .all([]) }
    var manualText: String { words }

    static func read(_ node: Node, in section: ConfigSection) -> Condition? {
        guard let pairs = node.map else {
            section.reportMismatch(
                node, expected: .message("type.condition"), suggestion: .message("filter.condition_example"))
            return nil
        }
        return read(pairs, of: node, in: section)
    }

    /// Reads the conditions of a map's pairs; nil after a report.
    static func read(_ pairs: [Node.Pair], of node: Node, in section: ConfigSection) -> Condition? {
        let pairs = pairs.filter { !$0.key.hasPrefix("x-") }
        guard !pairs.isEmpty else {
            section.report(
                .message("filter.no_condition", ["path": .text(section.path)]), at: node.place,
                suggestion: .message("filter.condition_example"))
            return nil
        }
        let parts = pairs.compactMap { read($0, in: section) }
        guard parts.count == pairs.count else { return nil }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private static func read(_ pair: Node.Pair, in section: ConfigSection) -> Condition? {
        switch pair.key {
        case "all": return readList(pair, in: section).map { .all($0) }
        case "any": return readList(pair, in: section).map { .any($0) }
        case "not": return section.read(pair.value, pair.key, as: Condition.self).map { .not($0) }
        default: return FieldReading(pair: pair, section: section).read()
        }
    }

    private static func readList(_ pair: Node.Pair, in section: ConfigSection) -> [Condition]? {
        guard let conditions = section.read(pair.value, pair.key, as: [Condition].self) else { return nil }
        if conditions.isEmpty, pair.value.list?.isEmpty == true {
            section.report(
                .message("plugin.list_empty", ["path": .text("\(section.path).\(pair.key)")]), at: pair.value.place)
        }
        return conditions.isEmpty ? nil : conditions
    }
}
