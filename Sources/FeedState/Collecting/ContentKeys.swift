import FeedModel
import FeedStages
import FeedSystem

/// Keys of content as they are since version 3 of the schema: of what an entry says. Before, they were of its encoded
/// bytes, which another way of writing entries would have changed, and every entry without guid and link been new.
enum ContentKeys {
    static func renew(in connection: SQLiteConnection) throws(StageError) {
        let known = try connection.all(
            """
            SELECT entry_key.feed, entry.id, entry.head FROM entry_key JOIN entry ON entry.id = entry_key.entry
            WHERE kind = ?
            """, .integer(KeyKind.content.rawValue)
        ) { (feed: $0.integer(0), entry: $0.integer(1), head: $0.blob(2)) }
        var hasher = SHA256.Hasher()
        for row in known {
            let entry = try EntryCodec.decode(EntryCodec.Encoded(head: row.head, body: nil))
            try connection.run(
                "INSERT INTO entry_key(feed, kind, hash, entry) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                .integer(row.feed), .integer(KeyKind.content.rawValue),
                .blob(EntryIdentity.content(of: entry, &hasher)), .integer(row.entry))
        }
    }
}
