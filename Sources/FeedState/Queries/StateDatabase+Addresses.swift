import FeedModel
package import FeedStages
import FeedSystem

/// Search for entries by their address.
extension StateDatabase {
    package func ids(at address: String) throws(StageError) -> [EntryID] {
        try reading { () throws(StageError) -> [EntryID] in
            let wanted = EntryIdentity.address(address)
            let key = Array(SHA256.hash(Array(wanted.utf8)).prefix(EntryIdentity.keyLength))
            var found = Set(try entries(.link, key)).union(try entries(.guid, Self.guidKey(address)))
            // A key belongs to the first entry that had it. Other entries of the document may have it too.
            var documents: Set<Int64> = []
            for entry in found { if let document = try document(of: entry) { documents.insert(document) } }
            for document in documents {
                let members = try connection.all("SELECT id, head FROM entry WHERE document = ?", .integer(document)) {
                    row throws(StageError) -> Int64? in
                    var entry = Entry()
                    _ = try row.withBlob(1) { bytes throws(StageError) in try entry.read(head: bytes) }
                    return entry.url.map(EntryIdentity.address) == wanted ? row.integer(0) : nil
                }
                found.formUnion(members.compactMap { $0 })
            }
            return found.sorted(by: >).map { EntryID(number: $0) }
        }
    }

    package func ids(mentioning address: String, limit: Int) throws(StageError) -> [EntryID] {
        let bytes = StateValue.blob(Array(address.utf8))
        return try connection.all(
            """
            SELECT id FROM entry WHERE instr(head, ?1) > 0
            UNION SELECT entry FROM pipeline_entry WHERE head IS NOT NULL AND instr(head, ?1) > 0
            ORDER BY 1 DESC LIMIT ?2
            """, bytes, .int(limit)
        ) { EntryID(number: $0.integer(0)) }
    }

    private func entries(_ kind: KeyKind, _ hash: [UInt8]) throws(StageError) -> [Int64] {
        // `CROSS JOIN` makes SQLite read the documents first, since the primary key of `entry_key` begins with them.
        try connection.all(
            """
            SELECT entry_key.entry FROM document CROSS JOIN entry_key
            WHERE entry_key.document = document.id AND entry_key.kind = ? AND entry_key.hash = ?
            """, .integer(kind.rawValue), .blob(hash)
        ) { $0.integer(0) }
    }

    private static func guidKey(_ text: String) -> [UInt8] {
        Array(SHA256.hash(Array(text.utf8)).prefix(EntryIdentity.keyLength))
    }

    private func document(of entry: Int64) throws(StageError) -> Int64? {
        try connection.first("SELECT document FROM entry WHERE id = ?", .integer(entry)) { $0.integer(0) }
    }
}
