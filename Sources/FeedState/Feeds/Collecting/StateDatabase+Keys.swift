import FeedModel
import FeedStages
import FeedSystem

/// The keys by which entries are known.
extension StateDatabase {
    /// Keys that an entry is given beside its first ones. Some feeds change a link or a text at each fetch, and what
    /// decides stays the same: these leave room for another guid.
    private static let mostFurtherKeys: Int64 = 32
    private static let mostFurtherLinks: Int64 = 16

    /// The entry that has a key, or nil.
    func entry(_ key: EntryKey, in document: Int64) throws(StageError) -> Int64? {
        try connection.first(
            "SELECT entry FROM entry_key WHERE document = ? AND kind = ? AND hash = ?", .integer(document),
            .integer(key.kind.rawValue), .blob(key.hash)
        ) { $0.integer(0) }
    }

    /// The entry that has the link of one that came, or else what that link stands for, and whether no other entry of
    /// the document leads there; or nil.
    func owner(ofLinkOf identity: EntryIdentity, in document: Int64) throws(StageError) -> (entry: Int64, isOnly: Bool)?
    {
        if let link = identity.link, let entry = try entry(EntryKey(.link, link), in: document) {
            return (entry, identity.isLinkUnique)
        }
        guard let original = identity.original, let entry = try entry(EntryKey(.link, original), in: document) else {
            return nil
        }
        return (entry, true)
    }

    /// Gives a new entry its keys.
    func insertKeys(
        _ entry: Int64, by identity: EntryIdentity, content: [UInt8]?, in document: Int64, rule: IdentityRule
    ) throws(StageError) {
        for key in keys(of: identity, content: content, rule: rule) {
            // Where guids mean nothing the link leads to the article that has it now.
            if key.kind == .link, rule == .guidAndLink {
                try point(key, to: entry, in: document)
            } else {
                _ = try add(key, of: entry, in: document)
            }
        }
    }

    /// Gives a known entry what it does not have yet of the keys that it came with.
    func insertMissingKeys(
        _ known: KnownEntry, by identity: EntryIdentity, content: [UInt8]?, in document: Int64, rule: IdentityRule
    ) throws(StageError) {
        guard known.furtherKeys < Self.mostFurtherKeys else { return }
        var added: Int64 = 0
        for key in keys(of: identity, content: content, rule: rule) {
            // A guid that changes at each fetch is not worth remembering.
            if key.kind == .guid, rule == .link { continue }
            if key.kind != .guid, known.furtherKeys + added >= Self.mostFurtherLinks { continue }
            if try add(key, of: known.id, in: document) { added += 1 }
        }
        guard added > 0 else { return }
        try connection.run(
            "UPDATE entry SET further_keys = further_keys + ? WHERE id = ?", .integer(added), .integer(known.id))
    }

    private func keys(of identity: EntryIdentity, content: [UInt8]?, rule: IdentityRule) -> [EntryKey] {
        var keys: [EntryKey] = []
        if let guid = identity.guid { keys.append(EntryKey(.guid, guid)) }
        if rule == .guidAndLink {
            keys += [identity.guidAndLink, identity.guidAndOriginal].compactMap(\.self).map { .init(.guidAndLink, $0) }
        }
        keys += [identity.link, identity.original].compactMap(\.self).map { EntryKey(.link, $0) }
        if let content { keys.append(EntryKey(.content, content)) }
        return keys
    }

    /// Returns whether no entry of the document had the key.
    private func add(_ key: EntryKey, of entry: Int64, in document: Int64) throws(StageError) -> Bool {
        try connection.run(
            "INSERT INTO entry_key(document, kind, hash, entry) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
            .integer(document), .integer(key.kind.rawValue), .blob(key.hash), .integer(entry))
        return connection.changes > 0
    }

    private func point(_ key: EntryKey, to entry: Int64, in document: Int64) throws(StageError) {
        try connection.run(
            "INSERT OR REPLACE INTO entry_key(document, kind, hash, entry) VALUES(?, ?, ?, ?)", .integer(document),
            .integer(key.kind.rawValue), .blob(key.hash), .integer(entry))
    }

    /// The feed uses a guid for several articles: what it had before must be known by guid and link together, too. The
    /// link alone does not tell an entry that has none, or has that of another one.
    func combineGuidsAndLinks(of document: Int64) throws(StageError) {
        var hasher = SHA256.Hasher()
        let known = try connection.all(
            """
            SELECT entry.id, entry.head FROM entry_key JOIN entry ON entry.id = entry_key.entry
            WHERE entry_key.document = ? AND kind = ?
            """, .integer(document), .integer(KeyKind.guid.rawValue)
        ) { row throws(StageError) in
            let entry = try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(1), body: nil))
            let identity = EntryIdentity.identities(of: [entry], &hasher).first
            return (entry: row.integer(0), keys: [identity?.guidAndLink, identity?.guidAndOriginal].compactMap(\.self))
        }
        for row in known {
            for key in row.keys { _ = try add(EntryKey(.guidAndLink, key), of: row.entry, in: document) }
        }
    }
}
