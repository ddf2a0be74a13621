import FeedModel

/// What a feed called itself: a title that has nothing in common with the one before may be another site's, on a domain
/// that somebody else has bought.
struct TitleMemory: Sendable, Hashable {
    var last: String?
    /// The one before it, if it was wholly different.
    var before: String?
    var changedAt: Timestamp?

    /// Longer titles are compared, and kept, by their beginning.
    private static let longest = 200
    /// Of the pairs of neighbouring letters in both titles, those that they share.
    private static let kinship = 0.25

    /// Hears what the feed calls itself now.
    mutating func hear(_ title: String, at now: Timestamp) {
        let title = String(title.unicodeScalars.prefix(Self.longest))
        guard !title.isEmpty, title != last else { return }
        defer { last = title }
        guard let known = last else { return }
        if let before, Self.areAkin(before, title) {
            (self.before, changedAt) = (nil, nil)
        } else if !Self.areAkin(known, title) {
            (self.before, changedAt) = (before ?? known, now)
        }
    }

    /// Whether two titles may well be one site's: "Example" and "The Example Blog" are, as are "日経電子版" and "日経".
    static func areAkin(_ first: String, _ second: String) -> Bool {
        let (first, second) = (pairs(of: first), pairs(of: second))
        guard let fewer = [first.count, second.count].min(), fewer > 0 else { return first == second }
        return Double(first.intersection(second).count) >= kinship * Double(fewer)
    }

    private static func pairs(of title: String) -> Set<[Unicode.Scalar]> {
        let letters = title.lowercased().unicodeScalars.filter(\.properties.isAlphabetic)
        guard letters.count > 1 else { return Set(letters.map { [$0] }) }
        return Set(zip(letters, letters.dropFirst()).map { [$0, $1] })
    }
}
