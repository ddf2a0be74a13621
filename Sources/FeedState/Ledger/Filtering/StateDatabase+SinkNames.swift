package import FeedStages
import FeedSystem

/// Sinks that got another name. The ledger has sinks by their names; `meta` has the identity of each (its hash: a target
/// may be a secret).
extension StateDatabase {
    private static let identityKey = "sink_identity "

    package func recogniseSinks(_ sinks: [(name: String, identities: [String])]) throws(StageError) {
        try transaction { () throws(StageError) in
            let configured = Set(sinks.map(\.name))
            var known = try sinkIdentities()
            for sink in sinks {
                let identities = sink.identities.map { Hexadecimal.encode(Array(SHA256.hash($0))) }
                guard let identity = identities.first, known[sink.name] != identity else { continue }
                let former = known.filter { identities.contains($0.value) && !configured.contains($0.key) }.keys
                    .sorted()
                if let name = former.count == 1 ? former.first : nil, try !isConnected(sink.name) {
                    try rename(sink: name, to: sink.name)
                    known[name] = nil
                }
                known[sink.name] = identity
                try setMeta(Self.identityKey + sink.name, identity)
            }
        }
    }

    private func sinkIdentities() throws(StageError) -> [String: String] {
        let rows = try connection.all(
            "SELECT key, value FROM meta WHERE substr(key, 1, CAST(? AS integer)) = ?",
            .int(Self.identityKey.utf8.count),
            .text(Self.identityKey)
        ) { (name: String($0.text(0).dropFirst(Self.identityKey.count)), identity: $0.text(1)) }
        return Dictionary(rows.map { ($0.name, $0.identity) }) { first, _ in first }
    }

    /// Whether a pipeline delivers to a sink of this name.
    private func isConnected(_ sink: String) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM pipeline_sink WHERE sink = ? AND removed_at IS NULL", .text(sink)
        ) { _ in true } ?? false
    }

    /// Gives the rows of a sink its new name. What a removed sink of that name left under the same keys goes.
    private func rename(sink former: String, to name: String) throws(StageError) {
        try connection.run(
            """
            DELETE FROM target_entry WHERE target IN (SELECT id FROM target WHERE sink = ?2
                AND path IN (SELECT path FROM target WHERE sink = ?1))
            """, .text(former), .text(name))
        let updates: [Statement] = [
            """
            DELETE FROM pipeline_sink WHERE sink = ?2
                AND pipeline IN (SELECT pipeline FROM pipeline_sink WHERE sink = ?1)
            """,
            "UPDATE pipeline_sink SET sink = ?2 WHERE sink = ?1",
            "DELETE FROM tally WHERE sink = ?2 AND pipeline IN (SELECT pipeline FROM tally WHERE sink = ?1)",
            "UPDATE tally SET sink = ?2 WHERE sink = ?1",
            """
            DELETE FROM waiting WHERE sink = ?2 AND (pipeline, since, position, entry) IN (
                SELECT pipeline, since, position, entry FROM waiting WHERE sink = ?1)
            """,
            "UPDATE waiting SET sink = ?2 WHERE sink = ?1",
            "UPDATE message SET sink = ?2 WHERE sink = ?1",
            "DELETE FROM target WHERE sink = ?2 AND path IN (SELECT path FROM target WHERE sink = ?1)",
            "UPDATE target SET sink = ?2 WHERE sink = ?1",
            "DELETE FROM sending WHERE sink = ?2 AND EXISTS(SELECT 1 FROM sending WHERE sink = ?1)",
            "UPDATE sending SET sink = ?2 WHERE sink = ?1",
            "DELETE FROM sink WHERE name = ?2 AND EXISTS(SELECT 1 FROM sink WHERE name = ?1)",
            "UPDATE sink SET name = ?2 WHERE name = ?1",
        ]
        for update in updates { try connection.run(update, .text(former), .text(name)) }
        try setMeta(Self.identityKey + former, nil)
    }
}
