import FeedModel
import FeedStages

/// Keys of addresses as they are since version 8 of the schema: the same for `http` and `https`, and guids that are
/// addresses in one spelling. Before, an entry with such a guid would have been new.
enum AddressKeys {
    static func renew(in connection: SQLiteConnection) throws(StageError) {
        let known = try connection.all(
            """
            SELECT entry.feed, entry.id, entry.head, feed.identity = ?
            FROM entry JOIN feed ON feed.id = entry.feed WHERE length(entry.head) > 0
            """, .integer(IdentityRule.guidAndLink.rawValue)
        ) { (feed: $0.integer(0), entry: $0.integer(1), head: $0.blob(2), hasBoth: $0.flag(3)) }
        var hasher = SHA256.Hasher()
        for row in known {
            let entry = try EntryCodec.decode(EntryCodec.Encoded(head: row.head, body: nil))
            guard let identity = EntryIdentity.identities(of: [entry], &hasher).first else { continue }
            var keys: [EntryKey] = []
            if let guid = identity.guid { keys.append(EntryKey(.guid, guid)) }
            if let link = identity.link { keys.append(EntryKey(.link, link)) }
            if row.hasBoth, let both = identity.guidAndLink { keys.append(EntryKey(.guidAndLink, both)) }
            for key in keys {
                try connection.run(
                    "INSERT INTO entry_key(feed, kind, hash, entry) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    .integer(row.feed), .integer(key.kind.rawValue), .blob(key.hash), .integer(row.entry))
            }
        }
    }
}
