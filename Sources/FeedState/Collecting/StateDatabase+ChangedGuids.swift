import FeedModel
import FeedStages

/// Feeds that give all their entries other guids, or lose them: after a change of software, mostly.
extension StateDatabase {
    /// So many entries that are strangers make one look for old friends.
    private static let fewestStrangers = 5
    /// Entries of the state whose titles are compared, at most.
    private static let mostTitles = 2000
    /// After so many changes guids are worth nothing, and the link decides.
    private static let mostGuidChanges = 3

    /// Takes entries for known that came with keys never seen, if at least five did, at least half of the document and
    /// of them are known by their link or title. What says that it was published since the last fetch is news, unless
    /// it is an entry that is known in all but its guid.
    func knowAnew(
        _ items: [PreparedDocument.Item], _ recognition: inout Recognition, in known: KnownDocument
    ) throws(StageError) {
        guard let last = known.lastKnowledge else { return }
        var new: [Int] = []
        var friends = 0
        for (index, verdict) in recognition.verdicts.enumerated() {
            switch verdict {
            case .new: new.append(index)
            case .known: if !recognition.twins.contains(index) { friends += 1 }
            case .repeated: break
            }
        }
        let most = new.count + recognition.twins.count
        guard most >= Self.fewestStrangers, most >= friends else { return }
        var strangers: [Int] = []
        var seen = recognition.seen
        var found: [Int: Int64] = [:]
        for index in new {
            let item = items[index]
            var owner: Int64?
            if let link = item.identity.link, item.identity.isLinkUnique {
                owner = try entry(EntryKey(.link, link), in: known.id).flatMap { seen.contains($0) ? nil : $0 }
            }
            if let published = item.published, published > last {
                guard let entry = owner, try says(entry, theSameAs: item) else { continue }
            }
            strangers.append(index)
            guard let owner else { continue }
            seen.insert(owner)
            found[index] = owner
        }
        let twins = recognition.twins.count
        let count = strangers.count + twins
        guard count >= Self.fewestStrangers, count >= friends else { return }
        let byLink = found.count + twins
        if found.count < strangers.count { try findByTitle(items, strangers, &found, &seen, in: known.id) }
        guard (found.count + twins) * 2 >= count else { return }
        for (index, entry) in found {
            if let entry = try knownEntry(entry, as: items[index]) { recognition.verdicts[index] = .known(entry) }
        }
        recognition.knownAnew = found.count + twins
        if known.guidChanges + 1 >= Self.mostGuidChanges, byLink * 2 >= count { recognition.rule = .link }
    }

    /// Whether an entry of the state has the date of one that came, or its words.
    private func says(_ entry: Int64, theSameAs item: PreparedDocument.Item) throws(StageError) -> Bool {
        let known = try connection.first(
            "SELECT head, body FROM entry LEFT JOIN entry_body ON entry_body.entry = entry.id WHERE entry.id = ?",
            .integer(entry)
        ) { row throws(StageError) in
            try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(0), body: row.optionalBlob(1)))
        }
        guard let known else { return false }
        if known.published == item.published { return true }
        guard known.content != nil || known.summary != nil, known.title == item.title else { return false }
        var hasher = SHA256.Hasher()
        let words = EntryIdentity.content(of: known, &hasher)
        return try contentKey(of: item) == words
    }

    private func findByTitle(
        _ items: [PreparedDocument.Item], _ strangers: [Int], _ found: inout [Int: Int64], _ seen: inout Set<Int64>,
        in feed: Int64
    ) throws(StageError) {
        // The entry with a title, or nil if it is not the only one.
        var known: [String: Int64?] = [:]
        let recent = try connection.all(
            "SELECT id, head FROM entry WHERE feed = ? ORDER BY date DESC LIMIT ?", .integer(feed),
            .int(min(max(items.count * 2, 100), Self.mostTitles))
        ) { row throws(StageError) in
            let entry = try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(1), body: nil))
            return (id: row.integer(0), title: entry.title)
        }
        for entry in recent {
            guard let title = entry.title, !title.isEmpty else { continue }
            known.updateValue(known.keys.contains(title) ? nil : entry.id, forKey: title)
        }
        var counts: [String: Int] = [:]
        for item in items { if let title = item.title { counts[title, default: 0] += 1 } }
        for index in strangers where found[index] == nil {
            guard let title = items[index].title, counts[title] == 1, let only = known[title], let entry = only,
                seen.insert(entry).inserted
            else { continue }
            found[index] = entry
        }
    }
}
