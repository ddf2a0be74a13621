import FeedConfiguration
import FeedMessages
import FeedModel
import FeedPatterns

/// What the links of entries look like: a regular expression.
struct LinkPattern: ConfigValue, Hashable {
    private let pattern: Pattern?
    let manualText: String

    static var typeName: LocalizedText { .message("type.pattern") }
    static var placeholder: LinkPattern { LinkPattern(pattern: nil, manualText: "") }

    static func == (one: LinkPattern, other: LinkPattern) -> Bool { one.manualText == other.manualText }
    func hash(into hasher: inout Hasher) { hasher.combine(manualText) }

    static func read(_ node: Node, in section: ConfigSection) -> LinkPattern? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(Pattern.Mistake) {
            return LinkPattern(pattern: try Pattern(text, ignoringCase: false), manualText: text)
        } catch {
            section.report(
                .message(
                    "html.bad_pattern",
                    [
                        "path": .text(section.path), "column": .number(error.column),
                        "reason": MessageArgument(error.reason),
                    ]), at: node.place)
            return nil
        }
    }

    /// Whether it is found in an address, or in the part of it behind the server: `^/news/` and `^https://` both mean
    /// what they say. Where that is left open, the entry stays.
    func isFound(in address: String, within budget: inout PatternBudget) -> Bool {
        guard let pattern else { return true }
        return [Self.path(of: address), address].contains { text in
            pattern.isFound(in: Array(text.utf8), within: &budget) ?? true
        }
    }

    private static func path(of address: String) -> String {
        guard let parts = Address.parts(address) else { return address }
        return parts.path + (parts.query.map { "?" + $0 } ?? "") + (parts.fragment.map { "#" + $0 } ?? "")
    }
}
