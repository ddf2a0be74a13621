import FeedModel
import FeedStages
import FeedSystem

/// Recognition of a document's entries.
extension StateDatabase {
    /// The number of other articles under one guid from which on a feed counts as reusing its guids.
    private static let mostOtherArticles: Int64 = 2

    /// Finds which entries of a document are known. Changes nothing but keys.
    func recognise(
        _ document: PreparedDocument, in known: KnownDocument, choice: IdentityChoice
    ) throws(StageError) -> Recognition {
        let items = document.items
        let isAmbiguous = items.contains { $0.identity.isGuidAmbiguous }
        var rule = IdentityRule(choice, known: known.rule, isAmbiguous: isAmbiguous)
        if rule == .guidAndLink, known.rule == .guid, !known.isNew { try combineGuidsAndLinks(of: known.id) }
        var recognition = try lookUp(items, in: known, by: rule)
        guard !known.isNew else { return recognition }
        defer { fetchedKeys = [:] }
        if choice == .auto, rule == .guid, try reusesGuids(items, &recognition, in: known) {
            rule = .guidAndLink
            try combineGuidsAndLinks(of: known.id)
            recognition = try lookUp(items, in: known, by: rule)
        }
        if choice == .auto, rule != .link { try lookTwice(items, &recognition, in: known.id) }
        if choice == .auto { try lookByMoment(items, &recognition, in: known.id) }
        if choice != .guid { try rematch(items, &recognition, in: known) }
        return recognition
    }

    /// Looks entries up by their deciding keys.
    private func lookUp(
        _ items: [PreparedDocument.Item], in known: KnownDocument, by rule: IdentityRule
    ) throws(StageError) -> Recognition {
        var recognition = Recognition(rule: rule, verdicts: [])
        recognition.verdicts.reserveCapacity(items.count)
        var seen: Set<Int64> = []
        var claimed: Set<EntryKey> = []
        claimed.reserveCapacity(known.isNew ? items.count : 0)
        var keys: [EntryKey] = []
        keys.reserveCapacity(items.count)
        for item in items { keys.append(try decidingKey(of: item, by: rule)) }
        let entries = known.isNew ? [] : try knownEntries(keys, of: items, in: known.id)
        for (index, item) in items.enumerated() {
            let key = keys[index]
            if !known.isNew, let entry = entries[index] {
                recognition.verdicts.append(seen.insert(entry.id).inserted ? .known(entry) : .repeated)
                continue
            }
            let isFirst = claimed.insert(key).inserted
            if let content = item.identity.content { claimed.insert(EntryKey(.content, content)) }
            recognition.verdicts.append(isFirst ? .new : .repeated)
        }
        if !known.isNew { try fetchKeys(ofNew: items, recognition, in: known.id) }
        try lookBehindProxies(items, &recognition, in: known)
        return recognition
    }

    /// Finds entries whose former link is now the address behind a proxy's link.
    private func lookBehindProxies(
        _ items: [PreparedDocument.Item], _ recognition: inout Recognition, in known: KnownDocument
    ) throws(StageError) {
        guard !known.isNew, items.contains(where: { $0.identity.original != nil }) else { return }
        var seen = recognition.seen
        for (index, item) in items.enumerated() {
            guard case .new = recognition.verdicts[index],
                let key = item.identity.keyBehindProxy(by: recognition.rule),
                let found = try entry(key, in: known.id), seen.insert(found).inserted,
                let entry = try knownEntry(found, as: item)
            else { continue }
            recognition.verdicts[index] = .known(entry)
        }
    }

    private func decidingKey(
        of item: PreparedDocument.Item, by rule: IdentityRule
    ) throws(StageError) -> EntryKey {
        if let key = item.identity.decidingKey(by: rule) { return key }
        return EntryKey(.content, try contentKey(of: item))
    }

    /// Returns the content key of an entry, even if it has a guid.
    func contentKey(of item: PreparedDocument.Item) throws(StageError) -> [UInt8] {
        if let content = item.identity.content { return content }
        var hasher = SHA256.Hasher()
        return EntryIdentity.content(of: try EntryCodec.decode(item.encoded), &hasher)
    }

    /// Returns the entries that have keys, one for each item.
    private func knownEntries(
        _ keys: [EntryKey], of items: [PreparedDocument.Item], in document: Int64
    ) throws(StageError) -> [KnownEntry?] {
        try connection.first(
            """
            SELECT entry.id, entry.content_hash = ?, first_seen, further_keys, other_articles, last_in_document, date,
                numbers IS NOT DISTINCT FROM ?
            FROM entry_key JOIN entry ON entry.id = entry_key.entry
            WHERE entry_key.document = ? AND kind = ? AND hash = ?
            """,
            each: zip(keys, items).map { key, item in
                [
                    .blob(item.contentHash), .text(orNull: item.numbers), .integer(document),
                    .integer(key.kind.rawValue), .blob(key.hash),
                ]
            }, read: KnownEntry.init)
    }

    func knownEntry(_ entry: Int64, as item: PreparedDocument.Item) throws(StageError) -> KnownEntry? {
        let known = try connection.first(
            """
            SELECT id, content_hash = ?, first_seen, further_keys, other_articles, last_in_document, date,
                numbers IS NOT DISTINCT FROM ?
            FROM entry WHERE id = ?
            """,
            .blob(item.contentHash), .text(orNull: item.numbers), .integer(entry), read: KnownEntry.init)
        guard var known else { return nil }
        known.needsKeys = true
        return known
    }

    // MARK: guids that are used again

    /// Whether the feed uses guids for several articles: a guid comes with its third article, with an article that is
    /// known under another guid, or with one that was published after its first article had left the document. Marks
    /// entries whose guid came with another article.
    private func reusesGuids(
        _ items: [PreparedDocument.Item], _ recognition: inout Recognition, in known: KnownDocument
    ) throws(StageError) -> Bool {
        for (index, item) in items.enumerated() {
            guard case .known(var entry) = recognition.verdicts[index], !entry.isUnchanged, item.identity.guid != nil,
                item.identity.link != nil
            else { continue }
            let owner = try self.owner(ofLinkOf: item.identity, in: known.id)
            let article = ArticleSimilarity(item)
            guard owner?.entry != entry.id, try !isSame(article, as: entry.id) else { continue }
            // An address that passes from one article to another, such as a rank in a ranking, proves nothing.
            if owner != nil, let title = item.title, try head(of: entry.id)?.title == title { continue }
            if let owner, owner.isOnly, try isSame(article, as: owner.entry) { return true }
            if entry.otherArticles + 1 >= Self.mostOtherArticles { return true }
            if let published = item.published, published > entry.lastInDocument, known.hasLost(entry) { return true }
            entry.isAnotherArticle = true
            recognition.verdicts[index] = .known(entry)
        }
        return false
    }

    // MARK: entries whose deciding key is not known

    /// Finds entries that were stored before they had a guid, or under a guid or link that is unreliable.
    private func lookTwice(
        _ items: [PreparedDocument.Item], _ recognition: inout Recognition, in document: Int64
    ) throws(StageError) {
        var seen = recognition.seen
        for (index, item) in items.enumerated() {
            guard case .new = recognition.verdicts[index], let guid = item.identity.guid, item.identity.link != nil
            else { continue }
            let owner = try self.owner(ofLinkOf: item.identity, in: document)
            var found: Int64?
            if recognition.rule == .guidAndLink, let holder = try self.entry(EntryKey(.guid, guid), in: document) {
                let article = ArticleSimilarity(item)
                if owner?.entry == holder {
                    found = holder
                    if seen.contains(holder) { recognition.verdicts[index] = .repeated }
                } else if !item.identity.isGuidAmbiguous, !seen.contains(holder), try isSame(article, as: holder) {
                    found = holder
                } else if let owner, owner.isOnly, try isSame(article, as: owner.entry) {
                    found = owner.entry
                }
            } else if let owner, owner.isOnly, !seen.contains(owner.entry) {
                let known = try head(of: owner.entry)
                let hadGuid = known?.guid.map { $0.utf8.contains { $0 > 0x20 } } ?? false
                if !hadGuid {
                    found = owner.entry
                } else if let known, ArticleSimilarity(item).isTwin(of: ArticleSimilarity(known)) {
                    found = owner.entry
                    recognition.twins.insert(index)
                }
            }
            guard let found, !seen.contains(found), let entry = try knownEntry(found, as: item) else { continue }
            seen.insert(found)
            recognition.verdicts[index] = .known(entry)
        }
    }

    /// Finds entries by title and date, whatever their guid and link. The stored entry must be the only one of that
    /// date, and not found for another entry. Dates on the full hour are left out, since many entries share them.
    private func lookByMoment(
        _ items: [PreparedDocument.Item], _ recognition: inout Recognition, in document: Int64
    ) throws(StageError) {
        var seen = recognition.seen
        let dated = items.indices.filter { index in
            guard case .new = recognition.verdicts[index], items[index].title != nil else { return false }
            return items[index].published?.isMoment ?? false
        }
        let candidates = try connection.first(
            "SELECT count(*), min(id) FROM (SELECT id FROM entry WHERE document = ? AND date = ? LIMIT 2) AS alike",
            each: dated.map { [.integer(document), .time(items[$0].published)] }
        ) { $0.integer(0) == 1 ? $0.integer(1) : nil }
        for (index, candidate) in zip(dated, candidates) {
            let item = items[index]
            guard let found = candidate ?? nil, !seen.contains(found), try head(of: found)?.title == item.title,
                let entry = try knownEntry(found, as: item)
            else { continue }
            seen.insert(found)
            recognition.twins.insert(index)
            recognition.verdicts[index] = .known(entry)
        }
    }

    private func isSame(_ article: ArticleSimilarity, as entry: Int64) throws(StageError) -> Bool {
        guard let known = try head(of: entry) else { return false }
        return article.isSame(as: ArticleSimilarity(known))
    }

    /// Returns an entry without its body, or nil if there is none.
    func head(of entry: Int64) throws(StageError) -> Entry? {
        try connection.first("SELECT head FROM entry WHERE id = ?", .integer(entry)) { row throws(StageError) in
            try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(0), body: nil))
        }
    }
}

extension Timestamp {
    /// Whether the time is not a full hour, as dates without a time and embargoes are.
    var isMoment: Bool { !milliseconds.isMultiple(of: 3_600_000) }
}

extension KnownEntry {
    fileprivate init(_ row: StateRow) {
        self.init(
            id: row.integer(0), isUnchanged: row.flag(1), firstSeen: Timestamp(milliseconds: row.integer(2)),
            furtherKeys: row.integer(3), otherArticles: row.integer(4),
            lastInDocument: Timestamp(milliseconds: row.integer(5)), date: Timestamp(milliseconds: row.integer(6)),
            hasSameNumbers: row.flag(7))
    }
}

extension Recognition {
    /// The ids of the known entries.
    var seen: Set<Int64> {
        Set(verdicts.lazy.compactMap { if case .known(let entry) = $0 { entry.id } else { nil } })
    }
}
