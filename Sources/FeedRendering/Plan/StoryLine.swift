import FeedModel

/// The line of the other entries of a story, below its first one: `ほか 3 媒体: NHK · 読売 · 朝日`. Every entry is in it.
public struct StoryLine: Sendable {
    /// The words before the names: how many other publishers, or entries, there are.
    public let phrase: String
    /// The entries. Those of one publisher stand together.
    public let entries: [Member]

    /// An entry of the line.
    public struct Member: Sendable {
        /// The engine's own id.
        public let key: String
        /// The name of the publisher or the source, with a number from the second entry of it on; without an address the
        /// title, too.
        public let name: String
        /// The title.
        public let title: String
        /// The address, or nil.
        public let link: String?
    }

    /// Makes the line of the entries behind `head`; nil if there are none.
    init?(head: EntryCard, followers: [(entry: DigestEntry, card: EntryCard)], words: DigestWords) {
        guard !followers.isEmpty else { return nil }
        var names: [String] = []
        var places: [String: [Int]] = [:]
        for (place, follower) in followers.enumerated() {
            let name = follower.card.label
            if places[name] == nil { names.append(name) }
            places[name, default: []].append(place)
        }
        let others = names.count { $0 != head.label }
        phrase =
            others == followers.count ? words.otherPublishers(others) : words.otherArticles(followers.count)
        entries = names.flatMap { name in
            (places[name] ?? []).enumerated().map { number, place in
                let (entry, card) = followers[place]
                // The head is the first entry of its own publisher.
                let count = number + (name == head.label ? 2 : 1)
                let numbered = count == 1 ? name : name + words.parentheses.open + "\(count)" + words.parentheses.close
                let shown = card.link == nil ? numbered + words.quotes.open + card.title + words.quotes.close : numbered
                return Member(key: entry.key, name: shown, title: card.title, link: card.link)
            }
        }
    }
}
