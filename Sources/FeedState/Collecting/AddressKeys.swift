import FeedModel
import FeedStages
import FeedSystem

/// Keys of addresses as they are since version 8 of the schema: the same for `http` and `https`, and guids that are
/// addresses in one spelling. Before, an entry with such a guid would have been new.
enum AddressKeys {
    /// Entries that are looked at together: a state may have a million.
    private static let batch: Int64 = 5000

    static func renew(in connection: SQLiteConnection) throws(StageError) {
        var hasher = SHA256.Hasher()
        var last: Int64 = 0
        while true {
            let known = try connection.all(
                """
                SELECT entry.feed, entry.id, entry.head, feed.identity = ?
                FROM entry JOIN feed ON feed.id = entry.feed WHERE entry.id > ? AND length(entry.head) > 0
                ORDER BY entry.id LIMIT ?
                """, .integer(IdentityRule.guidAndLink.rawValue), .integer(last), .integer(batch)
            ) { (feed: $0.integer(0), entry: $0.integer(1), head: $0.blob(2), hasBoth: $0.flag(3)) }
            guard let end = known.last else { return }
            for row in known {
                try renew(row.entry, of: row.feed, head: row.head, hasBoth: row.hasBoth, in: connection, &hasher)
            }
            last = end.entry
        }
    }

    private static func renew(
        _ number: Int64, of feed: Int64, head: [UInt8], hasBoth: Bool, in connection: SQLiteConnection,
        _ hasher: inout SHA256.Hasher
    ) throws(StageError) {
        let entry = try EntryCodec.decode(EntryCodec.Encoded(head: head, body: nil))
        guard let identity = EntryIdentity.identities(of: [entry], &hasher).first else { return }
        var keys: [EntryKey] = []
        if let guid = identity.guid { keys.append(EntryKey(.guid, guid)) }
        if let link = identity.link { keys.append(EntryKey(.link, link)) }
        if hasBoth, let both = identity.guidAndLink { keys.append(EntryKey(.guidAndLink, both)) }
        for key in keys {
            try connection.run(
                "INSERT INTO entry_key(feed, kind, hash, entry) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                .integer(feed), .integer(key.kind.rawValue), .blob(key.hash), .integer(number))
        }
    }
}
