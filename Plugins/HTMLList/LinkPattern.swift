import FeedConfiguration
import FeedMessages
import FeedModel
import FeedPatterns

/// A regular expression for the links of entries.
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

    /// Whether the pattern is found in the whole address or in the part after the server, so that `^/news/` and
    /// `^https://` both work. If the budget is used up, the result is true.
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
