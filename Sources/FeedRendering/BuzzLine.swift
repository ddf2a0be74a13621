import FeedModel

/// How much an entry is talked about, for people: `312 bookmarks (top 1%)`, `3 sites`.
public struct BuzzLine: Sendable {
    /// The parts of the line, the one that counts most first.
    public let parts: [Part]

    /// A part of the line.
    public struct Part: Sendable {
        /// The whole part.
        public let text: String
        /// The number in it, which formats may stress.
        public let number: String
    }

    /// Whether a part says to which share of its source's entries the entry belongs.
    let hasShare: Bool
    /// The numbers that the line tells, by name.
    private let told: [String: Int]

    /// Makes the line. Nil if nothing was measured, or if there is nothing to tell.
    init?(_ buzz: Buzz?, words: DigestWords) {
        guard let buzz else { return nil }
        var parts: [Part] = []
        var told: [String: Int] = [:]
        var hasShare = false
        for number in buzz.numbers.lazy.filter({ $0.value != 0 }).prefix(Self.mostNumbers) {
            let percent = Self.percent(of: number)
            hasShare = hasShare || percent != nil
            told[number.name] = number.value
            parts.append(
                Part(
                    text: words.counted(number.value, of: number.name, topPercent: percent),
                    number: words.grouped(number.value)))
        }
        if buzz.publishers > 1 {
            parts.append(Part(text: words.sites(buzz.publishers), number: words.grouped(buzz.publishers)))
        }
        guard !parts.isEmpty else { return nil }
        (self.parts, self.hasShare, self.told) = (parts, hasShare, told)
    }

    /// Whether the line tells this number, or a higher one of its kind.
    func tells(_ name: String, _ value: Int) -> Bool { told[name].map { value <= $0 } ?? false }

    /// Returns the share that is worth telling: the upper half, and of a selection the upper fifth. The middle of a list
    /// of hot entries is more than it sounds. A few readers are not called a top share: where most entries have none, a
    /// second stock makes one of the top 1 %.
    private static func percent(of number: Buzz.ComparedNumber) -> Int? {
        guard number.value >= leastWithShare, let percent = number.topPercent else { return nil }
        return percent <= (number.isOfSelection ? 20 : 50) ? percent : nil
    }

    private static let leastWithShare = 10
    private static let mostNumbers = 3
}
