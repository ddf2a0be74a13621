import FeedModel

/// The line of the other entries of a story, below its first one: `ほか3サイト: NHK · 読売 · 朝日`. Every entry is in it.
public struct StoryLine: Sendable {
    /// The words before the names: how many other publishers, or entries, there are.
    public let phrase: String
    /// The entries. Those of one publisher stand together.
    public let entries: [Member]

    /// An entry of the line.
    public struct Member: Sendable {
        /// The engine's own id.
        public let key: String
        /// The name of the publisher, or the site, or the source.
        public let name: String
        /// What a line of names shows of it: the name. Behind it stands the title, shortened, where the name tells too
        /// little: the publisher has another entry, or the title has other words than the first entry. A line has few
        /// such titles; where a publisher has still more entries, their names have numbers.
        public let label: String
        /// The whole title.
        public let title: String
        /// The address, or nil.
        public let link: String?
    }

    /// Makes the line of the entries behind `head`; nil if there are none.
    init?(head: PageEntry, followers: [PageEntry], words: DigestWords) {
        guard !followers.isEmpty else { return nil }
        var names: [String] = []
        var places: [String: [Int]] = [:]
        for (place, follower) in followers.enumerated() {
            let name = Self.name(of: follower)
            if places[name] == nil { names.append(name) }
            places[name, default: []].append(place)
        }
        let nameOfHead = Self.name(of: head)
        let others = names.count { $0 != nameOfHead }
        phrase =
            others == followers.count ? words.otherPublishers(others) : words.otherArticles(followers.count)
        let wordsOfHead = TitleWords(head.card.title)
        var titles = 0
        var entries: [Member] = []
        for name in names {
            let limit = titles + Self.mostTitlesOfPublisher
            for (number, place) in (places[name] ?? []).enumerated() {
                let (entry, card) = (followers[place].entry, followers[place].card)
                // The head is the first entry of its own publisher.
                let count = number + (name == nameOfHead ? 2 : 1)
                let needsTitle = count > 1 || TitleWords(card.title).differ(from: wordsOfHead)
                let hasTitle = card.link == nil || needsTitle && titles < min(limit, Self.mostTitles)
                titles += hasTitle ? 1 : 0
                let title = card.link == nil ? card.title : Excerpt.cut(card.title, columns: Self.widestTitle)
                let label =
                    hasTitle
                    ? name + words.quotes.open + title + words.quotes.close
                    : count == 1 ? name : name + words.parentheses.open + "\(count)" + words.parentheses.close
                entries.append(
                    Member(key: entry.key, name: name, label: label, title: card.title, link: card.link))
            }
        }
        self.entries = entries
    }

    /// A list of entries of many sites, such as Hatena Bookmark, is the publisher of none of them.
    private static func name(of entry: PageEntry) -> String { entry.host ?? entry.card.label }

    private static let mostTitles = 3
    private static let mostTitlesOfPublisher = 2
    private static let widestTitle = 44
}

/// The pairs of neighbouring letters of a title, by which its words are compared in any language.
private struct TitleWords {
    private var pairs: Set<[Unicode.Scalar]> = []

    init(_ title: String) {
        let folded = String(decoding: Folding.fold(title, ignoringCase: true), as: UTF8.self)
        let letters = folded.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        for pair in zip(letters, letters.dropFirst()) { pairs.insert([pair.0, pair.1]) }
    }

    /// Whether two titles have few words in common.
    func differ(from other: TitleWords) -> Bool {
        let shared = pairs.intersection(other.pairs).count
        return shared * 5 < min(pairs.count, other.pairs.count)
    }
}
