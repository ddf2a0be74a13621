import FeedModel

/// The YAML at the head of a Markdown file, for programs that keep notes. Every text of others is a quoted scalar on one
/// line, so that it cannot end the block or add a key.
struct FrontMatter {
    /// The block with its marks.
    let text: String

    init(of parts: PageParts) {
        var lines = ["title: " + Self.quoted(parts.title), "date: " + parts.timestamp]
        if let link = parts.note?.card.link { lines.append("link: " + Self.quoted(link)) }
        lines += Self.list("authors", parts.note?.card.authors ?? [])
        lines += Self.list("tags", Self.tags(of: parts.plan))
        lines += Self.list("sources", parts.sources)
        if !parts.digest.isNote { lines.append("count: \(parts.count)") }
        text = "---\n" + lines.joined(separator: "\n") + "\n---\n\n"
    }

    /// The tags of the entries, those of most entries first.
    private static func tags(of plan: PagePlan) -> [String] {
        let entries = plan.leads + plan.sections.flatMap { $0.cards + $0.briefs }
        var counts: [String: Int] = [:]
        var order: [String] = []
        for tag in entries.flatMap({ Set($0.card.tags.compactMap(self.tag)).sorted() }) {
            if counts[tag] == nil { order.append(tag) }
            counts[tag, default: 0] += 1
        }
        let ranked = order.enumerated().sorted {
            (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset)
        }
        return ranked.prefix(mostTags).map(\.element)
    }

    private static let mostTags = 20

    /// Returns a tag as programs for notes know them: letters, figures, `_`, `-` and `/`, and not figures alone; nil if
    /// nothing is left. `C++` is `Cpp` and `C#` is `Csharp`.
    static func tag(_ text: String) -> String? {
        var tag = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "+": tag += "p"
            case "#": tag += tag.isEmpty ? "" : "sharp"
            case "_", "/": tag.unicodeScalars.append(scalar)
            case _ where isWord(scalar): tag.unicodeScalars.append(scalar)
            default: if tag.last != "-" { tag += "-" }
            }
        }
        tag = String(tag.drop { "-/".contains($0) }.reversed().drop { "-/".contains($0) }.reversed())
        return tag.contains { !$0.isNumber } ? tag : nil
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil
            || properties.generalCategory == .nonspacingMark || properties.generalCategory == .spacingMark
    }

    private static func list(_ key: String, _ values: [String]) -> [String] {
        values.isEmpty ? [] : [key + ":"] + values.map { "  - " + quoted($0) }
    }

    /// A double-quoted scalar (YAML 1.2 §7.3.1).
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in VisibleText.line(text).unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            // No character at all (§5.1).
            case _ where scalar.value & 0xFFFE == 0xFFFE: quoted += "\u{FFFD}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        // Templates for notes run what `<%` begins.
        return quoted.replacingBytes("<%", with: "\\x3C%") + "\""
    }
}
