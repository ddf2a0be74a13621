import FeedModel

/// The entries of a section that stand by themselves, and those that follow one of them.
struct StoryHeads {
    private(set) var heads: [DigestEntry] = []
    /// By the key of the entry that they follow.
    private(set) var followers: [String: [DigestEntry]] = [:]

    /// Divides a section. An entry whose story has no other entry in it stands by itself.
    init(_ section: DigestSection) {
        let own = Set(section.entries.lazy.filter { $0.story?.follows == nil }.map(\.key))
        for entry in section.entries {
            if let head = entry.story?.follows, own.contains(head) {
                followers[head, default: []].append(entry)
            } else {
                heads.append(entry)
            }
        }
    }
}

/// The remark on an entry whose story was delivered before: `既報: 見出し（11/19 朝のまとめ）`.
struct ToldRemark {
    private let title: String?
    private let dates: DigestDates
    private let words: DigestWords

    init(_ digest: Digest, words: DigestWords) {
        // Only an edition's own title is that of the edition that told the story.
        title = digest.isNote || digest.catchUp != nil ? nil : VisibleText.line(digest.title)
        dates = DigestDates(zone: digest.zone)
        self.words = words
    }

    /// Returns the remark, or nil for other entries.
    func remark(on entry: DigestEntry) -> String? {
        guard let story = entry.story, story.role.isLater, let headline = story.headline, let told = story.toldAt
        else { return nil }
        let shown = Excerpt.cut(VisibleText.line(headline), columns: Self.widestHeadline)
        return words.told(shown.isEmpty ? words.untitled : shown, on: dates.day(told, words: words), in: title)
    }

    private static let widestHeadline = 100
}
