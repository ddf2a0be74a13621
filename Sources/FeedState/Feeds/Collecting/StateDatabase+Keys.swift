import FeedModel
import FeedStages
import FeedSystem

/// The keys of stored entries.
extension StateDatabase {
    /// The most keys that an entry gets beside its first ones, and how many of them may be links or contents. Some
    /// feeds change a link or a text at each fetch while the deciding key stays: the rest is room for other guids.
    private static let mostFurtherKeys: Int64 = 32
    private static let mostFurtherLinks: Int64 = 16

    /// Returns the entry that has a key, or nil.
    func entry(_ key: EntryKey, in document: Int64) throws(StageError) -> Int64? {
        if let fetched = fetchedKeys[key] { return fetched }
        return try entries([key], in: document)[0]
    }

    private func entries(_ keys: [EntryKey], in document: Int64) throws(StageError) -> [Int64?] {
        try connection.first(
            "SELECT entry FROM entry_key WHERE document = ? AND kind = ? AND hash = ?",
            each: keys.map { [.integer(document), .integer($0.kind.rawValue), .blob($0.hash)] }
        ) { $0.integer(0) }
    }

    /// Reads by which keys a document's new entries may be known all the same, so that a server is not asked for each
    /// of them. A file is read when a key is needed.
    func fetchKeys(
        ofNew items: [PreparedDocument.Item], _ recognition: Recognition, in document: Int64
    ) throws(StageError) {
        fetchedKeys = [:]
        guard server != nil else { return }
        var keys: [EntryKey] = []
        for (item, verdict) in zip(items, recognition.verdicts) {
            guard case .new = verdict else { continue }
            let identity = item.identity
            // Under another rule a new entry's guid either was its deciding key, or means nothing.
            if recognition.rule == .guidAndLink, let guid = identity.guid { keys.append(EntryKey(.guid, guid)) }
            keys += [identity.link, identity.original].compactMap(\.self).map { EntryKey(.link, $0) }
        }
        for (key, entry) in zip(keys, try entries(keys, in: document)) { fetchedKeys[key] = .some(entry) }
    }

    /// Returns the stored entry with the same link, or else with the same address behind a proxy's link, and whether no
    /// other entry of the new document leads there. Nil if there is none.
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

    /// Throws `.stateDamaged` if entries that stood in a document when it was last parsed have no key that can be found:
    /// keys are out of order, and known entries would come as new. It reads all keys of the document, and is called only
    /// if much of it is new.
    func requireFindableKeys(of document: Int64, parsedAt: Timestamp) throws(StageError) {
        let lost = try connection.first(
            """
            SELECT count(*) FROM entry INDEXED BY entry_by_document
            WHERE document = ?1 AND last_in_document >= ?2
                AND id NOT IN (SELECT entry FROM entry_key WHERE document = ?1)
            """, .integer(document), .time(parsedAt)
        ) { $0.int(0) }
        guard let lost, lost > Recognition.ordinaryNews else { return }
        throw StageError(.stateDamaged, subject: path, phrases: [.found: .message("database.keys_out_of_order")])
    }

    /// Stores the keys of a new entry.
    func insertKeys(
        _ entry: Int64, by identity: EntryIdentity, content: [UInt8]?, in document: Int64, rule: IdentityRule
    ) throws(StageError) {
        for key in keys(of: identity, content: content, rule: rule) {
            // Where one guid serves several articles, the link leads to the article that has it now.
            if key.kind == .link, rule == .guidAndLink {
                try point(key, to: entry, in: document)
            } else {
                try offer(key, to: entry, in: document)
            }
        }
    }

    /// Stores the keys of new entries of a document. Of entries with the same key the first one gets it.
    ///
    /// Eight keys in their order cost less than eight statements: they stand side by side in the table.
    func insert(_ keys: [(key: EntryKey, entry: Int64)], in document: Int64) throws(StageError) {
        // Compared as numbers, so that no key is copied for each comparison. The order of equal beginnings is of no use
        // to anybody, but the first of equal keys must stay the first.
        let places = keys.enumerated().map {
            (kind: $1.key.kind.rawValue, start: Self.start(of: $1.key.hash), index: $0)
        }
        let inOrder = places.sorted { ($0.kind, $0.start, $0.index) < ($1.kind, $1.start, $1.index) }
        var rest = inOrder.map(\.index)[...]
        while rest.count >= 8 {
            var values: [StateValue] = [.integer(document)]
            values.reserveCapacity(25)
            for index in rest.prefix(8) {
                let (key, entry) = keys[index]
                values += [.integer(key.kind.rawValue), .blob(key.hash), .integer(entry)]
            }
            rest = rest.dropFirst(8)
            try connection.run(
                """
                INSERT INTO entry_key(document, kind, hash, entry)
                VALUES(?1, ?2, ?3, ?4), (?1, ?5, ?6, ?7), (?1, ?8, ?9, ?10), (?1, ?11, ?12, ?13),
                    (?1, ?14, ?15, ?16), (?1, ?17, ?18, ?19), (?1, ?20, ?21, ?22), (?1, ?23, ?24, ?25)
                ON CONFLICT DO NOTHING
                """, values)
        }
        for index in rest { try offer(keys[index].key, to: keys[index].entry, in: document) }
    }

    /// The first eight bytes of a hash as a number of the same order.
    private static func start(of hash: [UInt8]) -> UInt64 { hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// Stores those of a known entry's present keys that it does not have yet.
    func insertMissingKeys(
        _ known: KnownEntry, by identity: EntryIdentity, content: [UInt8]?, in document: Int64, rule: IdentityRule
    ) throws(StageError) {
        guard known.furtherKeys < Self.mostFurtherKeys else { return }
        var added: Int64 = 0
        for key in keys(of: identity, content: content, rule: rule) {
            // Under the rule `link` guids may change at each fetch, and are not worth storing.
            if key.kind == .guid, rule == .link { continue }
            if key.kind != .guid, known.furtherKeys + added >= Self.mostFurtherLinks { continue }
            if try add(key, of: known.id, in: document) { added += 1 }
        }
        guard added > 0 else { return }
        try connection.run(
            "UPDATE entry SET further_keys = further_keys + ? WHERE id = ?", .integer(added), .integer(known.id))
    }

    func keys(of identity: EntryIdentity, content: [UInt8]?, rule: IdentityRule) -> [EntryKey] {
        var keys: [EntryKey] = []
        if let guid = identity.guid { keys.append(EntryKey(.guid, guid)) }
        if rule == .guidAndLink {
            keys += [identity.guidAndLink, identity.guidAndOriginal].compactMap(\.self).map { .init(.guidAndLink, $0) }
        }
        keys += [identity.link, identity.original].compactMap(\.self).map { EntryKey(.link, $0) }
        if let content { keys.append(EntryKey(.content, content)) }
        return keys
    }

    /// Gives an entry a key, unless another entry of the document has it.
    private func offer(_ key: EntryKey, to entry: Int64, in document: Int64) throws(StageError) {
        try connection.run(
            "INSERT INTO entry_key(document, kind, hash, entry) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
            .integer(document), .integer(key.kind.rawValue), .blob(key.hash), .integer(entry))
    }

    /// Adds a key. Returns false if another entry of the document has it.
    private func add(_ key: EntryKey, of entry: Int64, in document: Int64) throws(StageError) -> Bool {
        try offer(key, to: entry, in: document)
        return try connection.changes > 0
    }

    private func point(_ key: EntryKey, to entry: Int64, in document: Int64) throws(StageError) {
        try connection.run(
            """
            INSERT INTO entry_key(document, kind, hash, entry) VALUES(?, ?, ?, ?)
            ON CONFLICT(document, kind, hash) DO UPDATE SET entry = excluded.entry
            """, .integer(document), .integer(key.kind.rawValue), .blob(key.hash), .integer(entry))
    }

    /// Gives the stored entries of a document keys of guid and link together, since the feed uses one guid for several
    /// articles. A link alone does not identify an entry without one, or with that of another entry.
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
            for key in row.keys { try offer(EntryKey(.guidAndLink, key), to: row.entry, in: document) }
        }
    }
}
