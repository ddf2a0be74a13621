import FeedModel

/// How many entries of each source a page has, the most first; empty if its sections are the sources, or if all entries
/// have one source.
struct SourceCounts {
    /// The first sources.
    private(set) var shown: [(title: String, count: Int)] = []
    /// The number of further sources.
    private(set) var others = 0

    /// Counts the entries of a digest.
    init(_ digest: Digest) {
        let titles = SourceTitles(digest)
        guard !digest.sections.allSatisfy(Self.isOfOneSource) else { return }
        var places: [String: Int] = [:]
        var counts: [(title: String, count: Int)] = []
        for entry in digest.sections.lazy.flatMap(\.entries) {
            let place = places[entry.source] ?? counts.count
            if place == counts.count {
                places[entry.source] = place
                counts.append((titles.title(of: entry), 0))
            }
            counts[place].count += 1
        }
        guard counts.count > 1 else { return }
        let order = counts.indices.sorted { (counts[$1].count, $0) < (counts[$0].count, $1) }
        shown = order.prefix(Self.most).map { counts[$0] }
        others = counts.count - shown.count
    }

    private static let most = 8

    private static func isOfOneSource(_ section: DigestSection) -> Bool {
        let title = VisibleText.line(section.title)
        return !title.isEmpty && section.entries.allSatisfy { VisibleText.line($0.sourceTitle) == title }
    }
}
