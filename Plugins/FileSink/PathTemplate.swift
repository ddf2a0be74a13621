import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem

/// A path with placeholders for a time and a pipeline, and for what a file of one entry (`each: entry`) has.
struct PathTemplate: Sendable, Hashable {
    /// A value that a delivery fills in. Only files of one entry have `title` and `source`.
    enum Placeholder: String, Sendable, Hashable, CaseIterable {
        case date, time, year, month, day, week, pipeline, title, source

        /// Whether it tells of one entry.
        var isOfEntry: Bool { self == .title || self == .source }

        /// Whether it tells of a time.
        var isOfTime: Bool { !isOfEntry && self != .pipeline }
    }

    enum Piece: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    private let pieces: [Piece]
    /// Whether `year` means the year of the week: the template has a week and no month.
    private let countsWeeks: Bool

    init(pieces: [Piece]) {
        self.pieces = pieces
        countsWeeks = pieces.contains(.placeholder(.week)) && !pieces.contains(.placeholder(.month))
    }

    /// Parses a template. Throws `UnknownPlaceholder` with the word between braces that is no placeholder.
    init(_ text: String) throws(UnknownPlaceholder) {
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let open = rest.utf8.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].utf8.firstRange(of: "}}") else { break }
            let word = String(rest[open.upperBound..<close.lowerBound])
            guard let placeholder = Placeholder(rawValue: word.withoutOuterBlanks) else {
                throw UnknownPlaceholder(word: word)
            }
            if open.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<open.lowerBound]))) }
            pieces.append(.placeholder(placeholder))
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.init(pieces: pieces)
    }

    /// Whether the path changes with the time, and whether each delivery has a path of its own.
    var isDated: Bool { placeholders.contains(where: \.isOfTime) }
    var isTimed: Bool { pieces.contains(.placeholder(.time)) }
    /// The first placeholder that only a file of one entry has, or nil.
    var placeholderOfEntry: Placeholder? { placeholders.first(where: \.isOfEntry) }

    private var placeholders: [Placeholder] {
        pieces.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// An unknown word between braces.
    struct UnknownPlaceholder: Error {
        let word: String
    }

    /// Returns the path of an entry's own file: its date, its title, its source's name.
    func path(of entry: DigestEntry, in zone: Zone, pipeline: String) -> String {
        func path(title: String) -> String {
            self.path(at: entry.date, in: zone, pipeline: pipeline, title: title, source: entry.source)
        }
        // The longest name without the title tells how much space is left for it.
        let rest = path(title: "").utf8.split(separator: UInt8(ascii: "/")).map(\.count).max() ?? 0
        let limit = max(Self.shortestTitle, Self.longestName - rest)
        let title = FileName.made(of: entry.entry.title ?? "", limit: limit)
        return path(title: title.isEmpty ? entry.key : title)
    }

    /// The most bytes of a file's name, which leaves space for a suffix; and the space that a title has in any case.
    private static let longestName = 180
    private static let shortestTitle = 40

    /// Returns the path at a time in `zone`.
    func path(
        at moment: Timestamp, in zone: Zone, pipeline: String, title: String = "", source: String = ""
    ) -> String {
        let time = zone.localTime(at: moment)
        return text { placeholder in
            switch placeholder {
            case .date: "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
            case .time: padded(time.hour, 2) + padded(time.minute, 2) + padded(time.second, 2)
            case .year: padded(countsWeeks ? time.isoWeek.year : time.year, 4)
            case .month: padded(time.month, 2)
            case .day: padded(time.day, 2)
            case .week: padded(time.isoWeek.week, 2)
            case .pipeline: Self.segment(pipeline)
            case .title: title
            case .source: Self.segment(source)
            }
        }
    }

    /// Returns the path with only the pipeline filled in. It shows whether two pipelines write to one file at any time.
    func pattern(pipeline: String) -> String {
        text { $0 == .pipeline ? Self.segment(pipeline) : "{{\($0.rawValue)}}" }
    }

    func text(_ value: (Placeholder) -> String) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .placeholder(let placeholder): value(placeholder)
            }
        }.joined()
    }

    /// Returns a name as one segment of a path: letters, digits, spaces and `._-`. A name that had to be changed gets a
    /// hash, so that different names stay different.
    static func segment(_ name: String) -> String {
        var kept = ""
        for scalar in name.unicodeScalars where kept.utf8.count < maxSegment {
            let properties = scalar.properties
            let isSafe =
                properties.isAlphabetic || properties.numericType != nil || " ._-".unicodeScalars.contains(scalar)
            kept.unicodeScalars.append(isSafe ? scalar : "_")
        }
        if kept.utf8.first == UInt8(ascii: ".") || kept.utf8.first == UInt8(ascii: "-") { kept = "_" + kept }
        guard kept != name || kept.utf8.isEmpty else { return kept }
        return kept + "-" + Hexadecimal.encode(Array(SHA256.hash(name).prefix(4)))
    }

    /// The most bytes of a segment, without its last character and the hash.
    private static let maxSegment = 110
}

extension CivilTime {
    /// The week (1...53) and its year by ISO 8601: a week begins on Monday, and the first one contains the year's first
    /// Thursday. For up to three days around New Year it is not the calendar's year.
    var isoWeek: (year: Int, week: Int) {
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        let thursday = days - Int64((weekday + 6) % 7) + 3
        let yearOfWeek = CivilTime(Timestamp(seconds: thursday * 86_400)).year
        return (yearOfWeek, Int(thursday - Self.daysSinceEpoch(year: yearOfWeek, month: 1, day: 1)) / 7 + 1)
    }
}

extension String {
    fileprivate var withoutOuterBlanks: String {
        let blank = UInt8(ascii: " ")
        let end = utf8.lastIndex { $0 != blank }.map { utf8.index(after: $0) } ?? utf8.startIndex
        return String(self[(utf8.firstIndex { $0 != blank } ?? end)..<end])
    }
}

extension Substring.UTF8View {
    fileprivate func firstRange(of pair: StaticString) -> Range<Index>? {
        let bytes = Array(pair.description.utf8)
        var index = startIndex
        while index < endIndex {
            let next = self.index(after: index)
            if self[index] == bytes[0], next < endIndex, self[next] == bytes[1] {
                return index..<self.index(after: next)
            }
            index = next
        }
        return nil
    }
}
