import FeedConfiguration
import FeedModel
import FeedPatterns

/// What the links of entries look like: a regular expression.
struct LinkPattern: ConfigValue, Hashable {
    private let pattern: Pattern?
    let manualText: String

    static var typeName: String { "a regular expression (PCRE2)" }
    static var placeholder: LinkPattern { LinkPattern(pattern: nil, manualText: "") }

    static func == (one: LinkPattern, other: LinkPattern) -> Bool { one.manualText == other.manualText }
    func hash(into hasher: inout Hasher) { hasher.combine(manualText) }

    static func read(_ node: Node, in section: ConfigSection) -> LinkPattern? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(Pattern.Mistake) {
            return LinkPattern(pattern: try Pattern(text, ignoringCase: false), manualText: text)
        } catch {
            section.report(
                "\(section.path): at character \(error.column) of the pattern: \(error.reason)", at: node.place)
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
        guard let scheme = address.firstRange(of: "://") else { return address }
        return String(address[scheme.upperBound...].drop { !"/?#".contains($0) })
    }
}
