import FeedMessages
package import FeedModel
package import FeedStages
import FeedSystem

/// Entries that another program has shown. They are kept like the memory of a filter, under a pipeline that cannot
/// exist, and end like it: entries that come later than that are known by then, or so old that they are news again.
extension StateDatabase {
    private static let nowhere: Int64 = 0
    private static let filter = "import"
    /// As long as the keys of an entry that has left its document.
    private static let lasting = Retention.entries

    /// What the state knows of a feed that another program has followed.
    struct Followed {
        let feed: String
        let program: String
        let usesLinks: Bool
        let usesTexts: Bool
        let until: Timestamp?
    }

    package func record(_ feeds: [SeenElsewhere], now: Timestamp) throws(StageError) {
        try transaction { () throws(StageError) in
            for feed in feeds {
                let key = Hexadecimal.encode(feed.key.hash)
                let numbers = [feed.usesLinks ? 1 : 0, feed.usesTexts ? 1 : 0, feed.until?.milliseconds ?? 0]
                let facts = numbers.map(String.init) + [feed.program]
                try remember(key, Array(facts.joined(separator: " ").utf8), now: now)
                for name in feed.names { try remember("\(key):\(Self.hash(ofName: name))", [], now: now) }
            }
        }
        followsOthers = nil
    }

    private func remember(_ key: String, _ value: [UInt8], now: Timestamp) throws(StageError) {
        try connection.run(
            """
            INSERT INTO filter_memory(pipeline, filter, key, value, until) VALUES(?, ?, ?, ?, ?)
            ON CONFLICT(pipeline, filter, key) DO UPDATE SET value = excluded.value, until = excluded.until
            """, .integer(Self.nowhere), .text(Self.filter), .text(key), .blob(value), .time(now + Self.lasting))
    }

    /// Returns what is known of a feed that another program has followed, or nil.
    func followed(_ key: FeedKey) throws(StageError) -> Followed? {
        if followsOthers == nil {
            followsOthers =
                try connection.first(
                    "SELECT 1 FROM filter_memory WHERE pipeline = ? AND filter = ? LIMIT 1", .integer(Self.nowhere),
                    .text(Self.filter)
                ) { _ in true } ?? false
        }
        guard followsOthers == true else { return nil }
        let feed = Hexadecimal.encode(key.hash)
        guard let facts = try memory(feed) else { return nil }
        let parts = String(decoding: facts, as: UTF8.self).split(separator: " ", maxSplits: 3)
        guard parts.count == 4, let until = Int64(parts[2]) else { return nil }
        return Followed(
            feed: feed, program: String(parts[3]), usesLinks: parts[0] == "1", usesTexts: parts[1] == "1",
            until: until == 0 ? nil : Timestamp(milliseconds: until))
    }

    private func memory(_ key: String) throws(StageError) -> [UInt8]? {
        try connection.first(
            "SELECT value FROM filter_memory WHERE pipeline = ? AND filter = ? AND key = ?", .integer(Self.nowhere),
            .text(Self.filter), .text(key)
        ) { $0.blob(0) }
    }

    /// Returns the positions of the new entries that another program has shown; nil if it has not followed the feed.
    func seenElsewhere(
        _ document: PreparedDocument, _ recognition: Recognition, of key: FeedKey
    ) throws(StageError) -> (program: String, entries: Set<Int>)? {
        guard recognition.newCount > 0, let followed = try followed(key) else { return nil }
        var seen: Set<Int> = []
        // Entries that only their texts identify: those that were not found, and whether any was.
        var (unfound, isFound): ([Int], Bool) = ([], false)
        for (order, item) in document.items.enumerated() {
            guard case .new = recognition.verdicts[order] else { continue }
            if try isNamed(item, in: followed) {
                seen.insert(order)
            } else if item.identity.guid == nil || followed.usesTexts {
                if try isNamedByText(item, in: followed) {
                    seen.insert(order)
                    isFound = true
                } else {
                    unfound.append(order)
                }
            }
        }
        // The other program may have read the texts otherwise than we do. Then only their dates are left.
        if !isFound, let until = followed.until {
            for order in unfound where document.items[order].published.map({ $0 <= until }) ?? false {
                seen.insert(order)
            }
        }
        return (followed.program, seen)
    }

    private func isNamed(_ item: PreparedDocument.Item, in followed: Followed) throws(StageError) -> Bool {
        var keys = [item.identity.guid]
        if item.identity.guid == nil || followed.usesLinks { keys += [item.identity.link, item.identity.original] }
        for key in keys.compactMap(\.self) {
            if try memory("\(followed.feed):\(Hexadecimal.encode(key))") != nil { return true }
        }
        return false
    }

    private func isNamedByText(_ item: PreparedDocument.Item, in followed: Followed) throws(StageError) -> Bool {
        for name in Self.textNames(of: try EntryCodec.decode(item.encoded)) {
            if try memory("\(followed.feed):\(Self.hash(ofName: name))") != nil { return true }
        }
        return false
    }

    /// What rss2email and newsboat call an entry that has neither guid nor link.
    private static func textNames(of entry: Entry) -> [String] {
        var texts: [String] = []
        for content in [entry.content, entry.summary] {
            switch content {
            case .plain(let text): texts.append(text)
            case .html(let html): texts.append(html.markup)
            case nil: break
            }
        }
        let hashed = (texts + [entry.url, entry.title].compactMap(\.self)).map {
            Hexadecimal.encode(SHA1.hash(PythonText.escaped($0.trimmedText)))
        }
        return hashed + [entry.title].compactMap(\.self)
    }

    /// Drops a new entry in each pipeline of its source: another program has shown it.
    func leaveOut(
        _ entry: Int64, seenBy program: String, in pipelines: [PipelineID], now: Timestamp
    ) throws(StageError) {
        let reason = LocalizedText.message("verdict.seen_elsewhere", ["program": .text(program)]).stored
        for pipeline in pipelines {
            try connection.run(
                """
                INSERT INTO pipeline_entry(pipeline, entry, state, filter, reason, decided_at)
                VALUES(?, ?, 3, ?, ?, ?) ON CONFLICT DO NOTHING
                """, .integer(pipeline.number), .integer(entry), .text(Self.filter), .text(reason), .time(now))
        }
    }

    /// Forgets what another program has shown of a feed.
    func forgetSeenElsewhere(of key: FeedKey) throws(StageError) {
        try connection.run(
            "DELETE FROM filter_memory WHERE pipeline = ? AND filter = ? AND substr(key, 1, 64) = ?",
            .integer(Self.nowhere), .text(Self.filter), .text(Hexadecimal.encode(key.hash)))
    }

    /// Gives what another program has shown of a feed to the feed's new key.
    func renameSeenElsewhere(_ old: FeedKey, to new: FeedKey) throws(StageError) {
        let (former, present) = (Hexadecimal.encode(old.hash), Hexadecimal.encode(new.hash))
        // What both have is kept of the one that is renamed.
        try connection.run(
            """
            DELETE FROM filter_memory WHERE pipeline = ?1 AND filter = ?2 AND substr(key, 1, 64) = ?3 AND ?3 <> ?4
                AND EXISTS(SELECT 1 FROM filter_memory AS other WHERE other.pipeline = ?1 AND other.filter = ?2
                    AND other.key = ?4 || substr(filter_memory.key, 65))
            """, .integer(Self.nowhere), .text(Self.filter), .text(present), .text(former))
        try connection.run(
            """
            UPDATE filter_memory SET key = ? || substr(key, 65)
            WHERE pipeline = ? AND filter = ? AND substr(key, 1, 64) = ?
            """, .text(present), .integer(Self.nowhere), .text(Self.filter), .text(former))
    }

    private static func hash(ofName name: String) -> String { Hexadecimal.encode(EntryIdentity.key(ofName: name)) }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmedText: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// Python's codec `unicode-escape`, which rss2email applies before it hashes a text.
enum PythonText {
    static func escaped(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x5C: output += [0x5C, 0x5C]
            case 0x09: output += Array("\\t".utf8)
            case 0x0A: output += Array("\\n".utf8)
            case 0x0D: output += Array("\\r".utf8)
            case 0x20...0x7E: output.append(UInt8(scalar.value))
            case 0...0xFF: output += Array("\\x".utf8) + digits(scalar.value, 2)
            case 0...0xFFFF: output += Array("\\u".utf8) + digits(scalar.value, 4)
            default: output += Array("\\U".utf8) + digits(scalar.value, 8)
            }
        }
        return output
    }

    private static func digits(_ value: UInt32, _ count: Int) -> [UInt8] {
        let text = String(value, radix: 16)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, count - text.utf8.count)) + Array(text.utf8)
    }
}
