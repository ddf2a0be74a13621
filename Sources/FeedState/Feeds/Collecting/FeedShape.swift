package import FeedModel
import FeedStages
import Glibc

/// The fields that new entries of a feed had, and since when a field is missing: sites change without notice.
///
/// A field is *usual* if it was seen over 30 days, in at least 20 entries and in 95 % of all. It is *gone* if no new
/// entry of at least three fetches has it, and these entries are enough: at least five, more than twice the longest run
/// without it, and too many for chance. The rarer the field was missing before, the fewer are enough (five if all of
/// three hundred had it, seven if all of twenty).
struct FeedShape: Equatable {
    /// The record of one field.
    struct Field: Equatable {
        /// When the field was first and last seen.
        var since: Timestamp
        var last: Timestamp
        /// New entries up to when it was last seen, and those of them that had it.
        var entries: Int
        var having: Int
        /// The longest run of entries without it, before it came back.
        var longest = 0
        /// Fetches and entries since it was last seen, and when the first of them came.
        var lackingFetches = 0
        var lackingEntries = 0
        var lackingSince: Timestamp?
        var isNotified = false
    }

    private(set) var fields: [String: Field] = [:]

    fileprivate static let usualTime = Duration.seconds(30 * 86_400)
    fileprivate static let usualEntries = 20
    fileprivate static let fewestFetches = 3
    fileprivate static let fewestEntries = 5
    /// The power of ten against chance: a field is gone if chance makes such a run once in 10^9 cases.
    fileprivate static let certainty = 9.0
    /// A field that has been missing for this long is forgotten.
    private static let memory = Duration.seconds(90 * 86_400)
    private static let mostFields = FieldNames.most
    /// Above this many entries both counts are halved, so that earlier ones weigh less.
    fileprivate static let mostEntries = 2000

    init() {}

    /// Records the new entries of a fetch. Returns the fields that are found to be gone just now.
    mutating func record(_ counts: FieldCounts, now: Timestamp) -> [GoneField] {
        guard counts.entries > 0 else { return [] }
        var gone: [GoneField] = []
        for (name, var field) in fields where counts.having[name] == nil {
            field.lack(counts.entries, now: now)
            if !field.isNotified, field.isUsual, field.isGone {
                field.isNotified = true
                gone.append(GoneField(name: name, since: field.lackingSince ?? now))
            }
            fields[name] = now - field.last > Self.memory ? nil : field
        }
        for (name, having) in counts.having.sorted(by: { $0.key < $1.key }) {
            if fields[name] != nil {
                fields[name]?.have(having, of: counts.entries, now: now)
            } else if fields.count < Self.mostFields {
                fields[name] = Field(since: now, last: now, entries: counts.entries, having: having)
            }
        }
        return gone.sorted { $0.name < $1.name }
    }

    /// The fields that are gone and were reported.
    var gone: [GoneField] {
        fields.compactMap { name, field in
            field.isNotified ? field.lackingSince.map { GoneField(name: name, since: $0) } : nil
        }.sorted { $0.name < $1.name }
    }
}

extension FeedShape.Field {
    /// Records entries of which some have the field. After it was reported as gone, its record begins anew.
    fileprivate mutating func have(_ having: Int, of entries: Int, now: Timestamp) {
        if isNotified {
            self = Self(since: now, last: now, entries: entries, having: having)
            return
        }
        longest = max(longest, lackingEntries)
        self.entries += lackingEntries + entries
        self.having += having
        if self.entries > FeedShape.mostEntries { (self.entries, self.having) = (self.entries / 2, self.having / 2) }
        (lackingFetches, lackingEntries, lackingSince) = (0, 0, nil)
        (since, last) = (min(since, now), now)
    }

    fileprivate mutating func lack(_ entries: Int, now: Timestamp) {
        lackingFetches += 1
        lackingEntries += entries
        lackingSince = lackingSince ?? now
    }

    fileprivate var isUsual: Bool {
        entries >= FeedShape.usualEntries && having * 100 >= entries * 95 && last - since >= FeedShape.usualTime
    }

    fileprivate var isGone: Bool {
        let share = Double(entries - having + 1) / Double(entries + 2)
        return lackingFetches >= FeedShape.fewestFetches
            && lackingEntries >= max(FeedShape.fewestEntries, 2 * longest + 1)
            && -log10(share) * Double(lackingEntries) >= FeedShape.certainty
    }
}

extension FeedShape {
    /// The stored form: a line for each field, its name last.
    var text: String {
        fields.sorted { $0.key < $1.key }.map { name, field in
            let numbers: [Int64] = [
                field.since.milliseconds, field.last.milliseconds, Int64(field.entries), Int64(field.having),
                Int64(field.longest), Int64(field.lackingFetches), Int64(field.lackingEntries),
                field.lackingSince?.milliseconds ?? 0, field.isNotified ? 1 : 0,
            ]
            return numbers.map(String.init).joined(separator: " ") + " " + name
        }.joined(separator: "\n")
    }

    /// Reads the stored form. Lines that it cannot read are left out.
    init(text: String) {
        for line in text.split(separator: "\n") where fields.count < Self.mostFields {
            let parts = line.split(separator: " ", maxSplits: 9)
            let numbers = parts.prefix(9).compactMap { Int64($0) }
            guard parts.count == 10, numbers.count == 9 else { continue }
            // Arithmetic with numbers of a damaged state must not overflow.
            let counts = numbers[2...6].compactMap { Int32(exactly: $0).map(Int.init) }
            guard counts.count == 5, counts.allSatisfy({ $0 >= 0 }), counts[1] <= counts[0] else { continue }
            fields[String(parts[9])] = Field(
                since: Timestamp(milliseconds: numbers[0]), last: Timestamp(milliseconds: numbers[1]),
                entries: counts[0], having: counts[1], longest: counts[2], lackingFetches: counts[3],
                lackingEntries: counts[4], lackingSince: numbers[7] == 0 ? nil : Timestamp(milliseconds: numbers[7]),
                isNotified: numbers[8] == 1)
        }
    }
}

/// A field that nearly all entries of a feed had, and that new ones lack.
package struct GoneField: Sendable, Hashable, Codable {
    /// The field's name, such as `links` or `bookmarks`.
    package var name: String
    /// When the first entries without the field came.
    package var since: Timestamp

    package init(name: String, since: Timestamp) {
        self.name = name
        self.since = since
    }
}

extension StateDatabase {
    /// Records the new entries of a source. Returns the fields that are found to be gone just now.
    func watchShape(of key: FeedKey, _ counts: FieldCounts, now: Timestamp) throws(StageError) -> [GoneField] {
        guard counts.entries > 0 else { return [] }
        var shape = try shape(of: key)
        let gone = shape.record(counts, now: now)
        try connection.run(
            "UPDATE source SET shape = ? WHERE key = ?", .text(shape.text), .blob(key.hash))
        return gone
    }

    func shape(of key: FeedKey) throws(StageError) -> FeedShape {
        let text = try connection.first("SELECT shape FROM source WHERE key = ?", .blob(key.hash)) {
            $0.optionalText(0)
        }
        return (text ?? nil).map(FeedShape.init(text:)) ?? FeedShape()
    }
}
