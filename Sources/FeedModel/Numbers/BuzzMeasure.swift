/// Measures how much entries are talked about, by the history of their sources' numbers.
public struct BuzzMeasure: Sendable {
    /// How much each number counts; others do not count.
    public static let usualWeights = [
        "bookmarks": 1, "likes": 1, "points": 1, "stocks": 0.8, "comments": 0.5,
    ]
    /// The time in which buzz halves.
    public static let usualHalfLife = Duration.seconds(36 * 3600)

    private static let comments = "comments"
    /// The numbers that comments are limited by: a quarrel is no recommendation.
    private static let limits = ["likes", "points", "bookmarks"]

    private let history: NumberHistory
    private let weights: [(name: String, weight: Double)]
    private let halfLife: Duration

    /// Makes a measure. `weights` are from 0 to 1, by the name of the number.
    public init(
        history: NumberHistory, weights: [String: Double] = usualWeights, halfLife: Duration = usualHalfLife
    ) {
        self.history = history
        self.weights = weights.map { (name: $0.key, weight: min(max($0.value, 0), 1)) }
            .sorted { ($1.weight, $0.name) < ($0.weight, $1.name) }
        self.halfLife = halfLife
    }

    /// An entry as the measure reads it.
    public struct Member: Sendable {
        /// The configured name of the entry's source.
        public var source: String
        /// Whether the source is a selection.
        public var isOfSelection: Bool
        /// The entry's numbers, publisher, title and address count.
        public var entry: Entry
        /// The entry's age when its numbers were read.
        public var age: AgeBucket

        /// Makes a member of a story.
        public init(source: String, isOfSelection: Bool = false, entry: Entry, age: AgeBucket) {
            self.source = source
            self.isOfSelection = isOfSelection
            self.entry = entry
            self.age = age
        }
    }

    /// Returns the buzz of an entry. `others` are the same entry in other sources, and members of its story. Of several
    /// numbers with the same name only the one that adds most counts, as they count the same readers.
    public func buzz(of entry: Member, with others: [Member] = []) -> Buzz {
        var numbers: [Buzz.ComparedNumber] = []
        for (name, weight) in weights {
            var best = compared(name, weight, of: entry)
            for other in others {
                guard let number = compared(name, weight, of: other) else { continue }
                if best.map({ Self.adds(number, moreThan: $0) }) ?? true { best = number }
            }
            if let best { numbers.append(best) }
        }
        // Of two that add the same, the one of more weight is first.
        let shares = numbers.map { $0.share ?? -1 }
        let order = numbers.indices.sorted { (shares[$1], $0) < (shares[$0], $1) }
        let voices = Voices(CollectionOfOne(entry) + others)
        return Buzz(
            numbers: order.map { numbers[$0] },
            isListed: entry.isOfSelection || others.contains(where: \.isOfSelection), publishers: voices.count,
            namedPublishers: voices.named, halfLife: halfLife)
    }

    private func compared(_ name: String, _ weight: Double, of member: Member) -> Buzz.ComparedNumber? {
        let numbers = member.entry.numbers
        guard let value = numbers[name] else { return nil }
        var counted = value
        if name == Self.comments, let limit = Self.limits.lazy.compactMap({ numbers[$0] }).first {
            counted = min(value, limit)
        }
        var standing = history.standing(of: counted, as: name, in: member.source, at: member.age)
        var isAtLikeAge = true
        // A list shows some tens of entries of all ages. Until there are enough of like age, all of them are compared,
        // so that hundreds of readers count more than a dozen from the first day on.
        if member.isOfSelection, (standing?.count ?? 0) < NumberStanding.fewestForShare {
            standing = history.standingAtAnyAge(of: counted, as: name, in: member.source, at: member.age)
            isAtLikeAge = false
        }
        return Buzz.ComparedNumber(
            name: name, source: member.source, value: value, standing: standing, isAtLikeAge: isAtLikeAge,
            isOfSelection: member.isOfSelection, weight: isScarce(name, for: member) ? weight / 3 : weight)
    }

    /// Whether most entries of the source have none of a number at that age. Then a single one, such as the first like,
    /// would stand far above them.
    private func isScarce(_ name: String, for member: Member) -> Bool {
        guard let none = history.standing(of: 0, as: name, in: member.source, at: member.age) else { return false }
        return none.notAbove > none.count / 2
    }

    private static func adds(_ left: Buzz.ComparedNumber, moreThan right: Buzz.ComparedNumber) -> Bool {
        let (first, second) = (left.share ?? -1, right.share ?? -1)
        return first == second ? left.value > right.value : first > second
    }
}
