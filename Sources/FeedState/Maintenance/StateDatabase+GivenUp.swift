import FeedJSON
package import FeedModel
package import FeedStages
import FeedSystem
import Glibc

/// An export of given-up messages from the state into a file.
package struct GivenUpExport: Sendable, Hashable, Codable {
    /// The sink that did not receive them.
    package let sink: String
    /// How many messages.
    package let messages: Int
    /// The path of the file, which has one JSON object a line.
    package let path: String

    /// The most given-up messages that a sink may have, and the most bytes of their payloads.
    package static let most = (messages: 100_000, bytes: Int64(64) << 20)
}

/// Given-up messages, which are kept until the user acts, up to a limit.
extension StateDatabase {
    package func exportGivenUp(
        now: Timestamp, limit: (messages: Int, bytes: Int64) = GivenUpExport.most
    ) throws(StageError) -> [GivenUpExport] {
        // A server has room for them, and no folder that all workers see.
        guard mode == .readWrite, server == nil else { return [] }
        try commitGroup()
        var exports: [GivenUpExport] = []
        let sinks = try connection.all(
            """
            SELECT sink, count(*), coalesce(sum(length(bytes)), 0) FROM message
                LEFT JOIN payload ON payload.message = message.id WHERE state = 2 GROUP BY sink
            ORDER BY sink
            """
        ) { (name: $0.text(0), messages: $0.int(1), bytes: $0.integer(2)) }
        for sink in sinks where sink.messages > limit.messages || sink.bytes > limit.bytes {
            exports.append(
                try export(
                    from: sink.name, tooMany: sink.messages - limit.messages, tooLarge: sink.bytes - limit.bytes,
                    now: now))
        }
        return exports
    }

    private func export(
        from sink: String, tooMany: Int, tooLarge: Int64, now: Timestamp
    ) throws(StageError) -> GivenUpExport {
        let parts = PathParts(realPath(path))
        let folder = try Folder.make(parts.folder)
        let name = "\(parts.name).given-up-\(Hexadecimal.encode(Array(SHA256.hash(sink).prefix(4)))).jsonl"
        let file = try RegularFile.openOrCreate(name, in: folder, for: .privateData)
        var end = Int64(try file.status().st_size)
        var (messages, bytes, last) = (0, Int64(0), Int64(0))
        while messages < tooMany || bytes < tooLarge {
            let row = try connection.first(
                """
                SELECT message.id, webhook_id, coalesce(pipeline.name, ''), target, attempts, created_at,
                    coalesce(last_reason, ''), bytes
                FROM message LEFT JOIN payload ON payload.message = message.id
                    LEFT JOIN pipeline ON pipeline.id = message.pipeline
                WHERE state = 2 AND sink = ? AND message.id > ? ORDER BY message.id LIMIT 1
                """, .text(sink), .integer(last)
            ) { row in
                last = row.integer(0)
                bytes += Int64(row.length(7))
                return GivenUpLine(row, sink: sink, target: self.path(ofStored: row.text(3))).bytes
            }
            guard let row else { break }
            try file.write(row, at: end)
            end += Int64(row.count)
            messages += 1
        }
        try file.synchronize()
        try folder.synchronize()
        try transaction { () throws(StageError) in
            try connection.run(
                """
                DELETE FROM payload WHERE message IN (SELECT id FROM message WHERE state = 2 AND sink = ? AND id <= ?)
                """, .text(sink), .integer(last))
            try connection.run(
                "UPDATE message SET state = 3, finished_at = ? WHERE state = 2 AND sink = ? AND id <= ?", .time(now),
                .text(sink), .integer(last))
        }
        return GivenUpExport(sink: sink, messages: messages, path: folder.path(of: name))
    }
}

/// A given-up message as a line of JSON, with its payload in base64.
private struct GivenUpLine {
    let bytes: [UInt8]

    init(_ row: StateRow, sink: String, target: String) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", row.text(1))
        writer.member("sink", sink)
        writer.member("pipeline", row.text(2))
        writer.member("target", target)
        writer.member("attempts", row.int(4))
        writer.member("created_at", Timestamp(milliseconds: row.integer(5)).rfc3339())
        writer.member("reason", row.text(6))
        writer.member("payload_base64", Base64.encode(row.blob(7)))
        writer.endObject()
        bytes = writer.bytes + [UInt8(ascii: "\n")]
    }
}
