import FeedModel
import FeedStages
import FeedSystem

/// Feeds that change all their guids, or lose them, mostly with new software.
extension StateDatabase {
    /// The fewest new entries that start a search for known ones.
    private static let fewestStrangers = 5
    /// The most stored entries that are compared with a document.
    private static let mostCompared = 2000
    /// After this many changes the guids are ignored, and the link decides.
    private static let mostGuidChanges = 3

    /// Recognises entries whose guids are all new. At least five must have come so, and at least as many as came with
    /// known keys. Half of them must be recognised by link, text, title or moment of publication, or five by their
    /// text.
    ///
    /// An entry that was published since the last fetch is new, unless all but its guid is known.
    func rematch(
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
            if let candidate = try self.owner(ofLinkOf: item.identity, in: known.id), candidate.isOnly {
                owner = seen.contains(candidate.entry) ? nil : candidate.entry
                // The address of a rank in a ranking leads to one article after another.
                if let candidate = owner, try !isSame(item, as: candidate) { owner = nil }
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
        var withText = 0
        if found.count < strangers.count { withText = try findByContent(items, strangers, &found, &seen, in: known.id) }
        guard (found.count + twins) * 2 >= count || withText >= Self.fewestStrangers else { return }
        for (index, entry) in found {
            if let entry = try knownEntry(entry, as: items[index]) { recognition.verdicts[index] = .known(entry) }
        }
        recognition.rematched = found.count + twins
        if known.guidChanges + 1 >= Self.mostGuidChanges, byLink * 2 >= count { recognition.rule = .link }
    }

    private func isSame(_ item: PreparedDocument.Item, as entry: Int64) throws(StageError) -> Bool {
        guard let known = try whole(entry) else { return false }
        return EntryTraits(try EntryCodec.decode(item.encoded)).isSameArticle(as: EntryTraits(known))
    }

    private func whole(_ entry: Int64) throws(StageError) -> Entry? {
        try connection.first(
            "SELECT head, body FROM entry LEFT JOIN entry_body ON entry_body.entry = entry.id WHERE entry.id = ?",
            .integer(entry)
        ) { row throws(StageError) in
            try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(0), body: row.optionalBlob(1)))
        }
    }

    /// Whether a stored entry has the date of one that came, or its title and text.
    private func says(_ entry: Int64, theSameAs item: PreparedDocument.Item) throws(StageError) -> Bool {
        guard let known = try whole(entry) else { return false }
        if known.published == item.published { return true }
        guard known.content != nil || known.summary != nil, known.title == item.title else { return false }
        var hasher = SHA256.Hasher()
        let words = EntryIdentity.content(of: known, &hasher)
        return try contentKey(of: item) == words
    }

    /// Finds stored entries by their text, title or moment of publication. The value must belong to only one entry
    /// among those that came and only one among the stored ones. Returns how many were found by their text.
    private func findByContent(
        _ items: [PreparedDocument.Item], _ strangers: [Int], _ found: inout [Int: Int64], _ seen: inout Set<Int64>,
        in document: Int64
    ) throws(StageError) -> Int {
        let recent = try connection.all(
            """
            SELECT id, head, body FROM entry LEFT JOIN entry_body ON entry_body.entry = entry.id
            WHERE document = ? ORDER BY date DESC, id DESC LIMIT ?
            """, .integer(document), .int(min(max(items.count * 2, 100), Self.mostCompared))
        ) { row throws(StageError) in
            let entry = try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(1), body: row.optionalBlob(2)))
            return (id: row.integer(0), traits: EntryTraits(entry))
        }
        let came = try items.map { item throws(StageError) in EntryTraits(try EntryCodec.decode(item.encoded)) }
        func find<Trait: Hashable>(_ trait: (EntryTraits) -> Trait?) {
            // The position of the entry with a trait, or nil if several have it.
            var known: [Trait: Int?] = [:]
            for (place, entry) in recent.enumerated() {
                guard let value = trait(entry.traits) else { continue }
                known.updateValue(known.keys.contains(value) ? nil : place, forKey: value)
            }
            var counts: [Trait: Int] = [:]
            for traits in came { if let value = trait(traits) { counts[value, default: 0] += 1 } }
            for index in strangers where found[index] == nil {
                guard let value = trait(came[index]), counts[value] == 1, let only = known[value], let place = only,
                    came[index].isSameArticle(as: recent[place].traits), seen.insert(recent[place].id).inserted
                else { continue }
                found[index] = recent[place].id
            }
        }
        let before = found.count
        find { $0.text }
        let withText = found.count - before
        find { $0.title }
        find { $0.moment }
        return withText
    }
}

/// The traits that an entry may keep when its guid, link or title changes.
private struct EntryTraits {
    let title: String?
    /// When the entry was published; nil for a full hour, which many entries may share.
    let moment: Timestamp?
    let text: String?

    init(_ entry: Entry) {
        title = entry.title.flatMap { $0.isEmpty ? nil : $0 }
        moment = entry.published.flatMap { $0.isMoment ? $0 : nil }
        let words =
            switch entry.content ?? entry.summary {
            case .plain(let text): text
            case .html(let html): html.markup
            case nil: ""
            }
        text = words.utf8.count < Self.shortestText ? nil : words
    }

    /// Whether nothing shows that two entries are two articles: the texts are equal, or one title begins or ends with
    /// the other, as where a site adds its name to each title. If a title is missing, one text must be missing, too.
    func isSameArticle(as other: EntryTraits) -> Bool {
        if let text, text == other.text { return true }
        guard let title, let otherTitle = other.title else { return text == nil || other.text == nil }
        let (short, long) = title.utf8.count < otherTitle.utf8.count ? (title, otherTitle) : (otherTitle, title)
        return long.hasPrefix(short) || long.hasSuffix(short)
    }

    /// The shortest text in bytes that identifies an entry. Many entries share a shorter one, such as "Read more".
    private static let shortestText = 16
}
