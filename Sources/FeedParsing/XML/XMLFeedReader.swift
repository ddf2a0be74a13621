import FeedMessages
import FeedModel

/// Reads a feed in XML: first strictly, then again after a repair of the bytes if that failed or elements are nested
/// too deep.
enum XMLFeedReader {
    static func read(
        _ bytes: ArraySlice<UInt8>, url: String?, limits: ParsingLimits
    ) throws(FeedReadingError) -> Feed {
        let strict: Feed? = try bytes.withUnsafeBufferPointer { buffer throws(FeedReadingError) in
            let scanner = FeedScanner(base: url, limits: limits, isWellFormed: true)
            var outcome = XMLPushParser.parse(buffer, into: scanner, recovers: false)
            let isUsable = outcome.isWellFormed && !outcome.scanner.isTooDeep
            return isUsable ? try feed(&outcome.scanner, repairs: []) : nil
        }
        if let strict { return strict }
        let repaired = XMLRepair.repair(bytes, depth: limits.depth)
        return try repaired.bytes.withUnsafeBufferPointer { buffer throws(FeedReadingError) in
            let scanner = FeedScanner(base: url, limits: limits, isWellFormed: false)
            var outcome = XMLPushParser.parse(buffer, into: scanner, recovers: true)
            return try feed(&outcome.scanner, repairs: repaired.repairs)
        }
    }

    private static func feed(_ scanner: inout FeedScanner, repairs: [Repair]) throws(FeedReadingError) -> Feed {
        scanner.takeBaseFromLinks()
        guard let format = FeedFormat(scanner) else { throw FeedReadingError(.notAFeed, found: found(scanner)) }
        if scanner.entries.isEmpty, repairs.contains(where: { $0.code == XMLFlaws.Flaw.tooDeep.rawValue }) {
            throw FeedReadingError(.tooDeep)
        }
        let isComplete = scanner.hasEnded
        var feed = scanner.channel.withView { FeedMapping.read(scanner.reader($0), format: format) }
        if !isComplete, scanner.entries.isEmpty, feed == Feed(format: format) {
            throw FeedReadingError(.incompleteDocument)
        }
        // The entries are moved, not shared: the changes below would copy them.
        swap(&feed.entries, &scanner.entries)
        if scanner.root == .feed { feed.inheritAuthors() }
        feed.inheritLanguage()
        feed.isComplete = isComplete
        feed.repairs = repairs + scanner.repairs
        return feed
    }

    private static func found(_ scanner: borrowing FeedScanner) -> LocalizedText {
        guard let name = scanner.rootName else { return .message("document.empty_xml") }
        return name.lowercased() == "html"
            ? .message("document.html") : .message("document.xml", ["element": .text(String(name.prefix(40)))])
    }
}

extension Feed {
    /// Copies the feed's authors to entries without any (RFC 4287 §4.2.1, JSON Feed 1.1 §authors).
    mutating func inheritAuthors() {
        guard !authors.isEmpty else { return }
        for index in entries.indices where entries[index].authors.isEmpty { entries[index].authors = authors }
    }
}

extension Feed {
    /// Copies the feed's language to entries without one, so that filters find it in every entry.
    mutating func inheritLanguage() {
        guard let language else { return }
        for index in entries.indices where entries[index].language == nil { entries[index].language = language }
    }
}

extension FeedScanner {
    /// Counts of what was cut, left out or repaired.
    var repairs: [Repair] {
        let counts = [
            ("cut_field", cutFields), ("too_many_entries", surplusEntries), ("empty_entry", emptyEntries),
            ("link_behind_tag", channel.linksBehindTags + item.linksBehindTags),
        ]
        return counts.filter { $0.1 > 0 }.map { Repair(code: $0.0, count: $0.1) } + repairCounts.repairs
    }
}
