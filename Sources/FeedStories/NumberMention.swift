/// A number of a title with what it counts or numbers.
struct NumberMention: Sendable, Hashable {
    enum Kind: UInt8, Sendable {
        /// Numbers in order: `第3回`, `episode 4`.
        case ordinal
        /// Versions and models: `iOS 17.2`, `737`. The context is the word before.
        case version
        /// Magnitudes of earthquakes.
        case magnitude
        /// Results such as `3-1`; the smaller number counts as the thousands.
        case result
        case day, month, year
        case percent, money
        /// Anything else that is counted. The context is the unit.
        case count
        /// A turn in a sequence: ``TitleSlots``.
        case slot
    }

    var kind: Kind
    /// What must be alike for two numbers to be comparable; 0 if only the kind counts.
    var context: UInt64 = 0
    /// The word before; 0 if there is none.
    var before: UInt64 = 0
    var value: Double
    /// Whether it may be compared loosely: `約100億円` and `98億円`.
    var isRounded = false
    /// Whether it is a rate of exchange: `148円台` and `148円20銭` are alike, `149円` is not.
    var isRate = false

    /// Whether it counts a thousand and more.
    var isLargeCount: Bool { kind == .count && value >= 1000 }

    /// Whether it may be the same number, whatever it counts.
    func isSameValue(as other: NumberMention) -> Bool {
        var other = other
        other.kind = kind
        return isAlike(other)
    }

    /// Whether it tells four digits and more.
    var isPrecise: Bool {
        guard value >= 1000, value < 1e15 else { return false }
        var unit = 1.0
        while value / unit >= 10_000 { unit *= 10 }
        return value.truncatingRemainder(dividingBy: unit * 10) != 0
    }

    /// Whether `other` differs by less than the last digit that this number tells: 210,000 is not 224,000.
    private func isWithinUnit(of other: NumberMention) -> Bool {
        guard value < 1e15 else { return true }
        var unit = 1.0
        while value.truncatingRemainder(dividingBy: unit * 10) == 0, unit < value { unit *= 10 }
        return abs(value - other.value) < unit
    }

    /// Whether `other` may be the same number, told more or less exactly.
    func isAlike(_ other: NumberMention) -> Bool {
        if value == other.value { return true }
        guard kind == .money || kind == .count || kind == .percent else { return false }
        if isRate || other.isRate {
            let isWhole = value == value.rounded(.down) || other.value == other.value.rounded(.down)
            return isWhole && value.rounded(.down) == other.value.rounded(.down)
        }
        let (small, large) = value < other.value ? (value, other.value) : (other.value, value)
        guard large > 0, small > 0 else { return false }
        if kind == .percent { return isRounded != other.isRounded && large - small < 0.6 && large - small > 0 }
        guard large >= 20, (large - small) / large <= 0.1 else { return false }
        return isRounded && isWithinUnit(of: other) || other.isRounded && other.isWithinUnit(of: self)
    }
}

/// How two titles' numbers stand to each other.
enum NumberRelation {
    case none, agree, differSoftly, differ

    private static let machine = FeatureHash.hash(.word, "号")

    /// - Parameter countsGrow: whether numbers of people may differ, as they do while an accident is told.
    init(_ left: ArraySlice<NumberMention>, _ right: ArraySlice<NumberMention>, countsGrow: Bool) {
        var agrees = false
        var softly = false
        var hard = false
        for (index, number) in zip(left.indices, left) {
            func isComparable(_ other: NumberMention) -> Bool {
                other.kind == number.kind && other.context == number.context
            }
            // Each kind and context is looked at once, at its first number.
            guard !left[..<index].contains(where: isComparable), right.contains(where: isComparable) else { continue }
            let ours = left.lazy.filter(isComparable)
            let theirs = right.lazy.filter(isComparable)
            if ours.contains(where: { our in theirs.contains { our.isAlike($0) } }) {
                if ![.version, .year, .month, .day, .slot].contains(number.kind) { agrees = true }
                continue
            }
            switch number.kind {
            case .ordinal:
                // `H3の8号機` carries `みちびき5号機`: two machines of one event.
                let areOfOthers =
                    number.context == Self.machine
                    && ours.allSatisfy { our in
                        our.before != 0 && theirs.allSatisfy { $0.before != 0 && $0.before != our.before }
                    }
                if !areOfOthers { hard = true }
            case .version, .magnitude, .result, .day, .month, .slot: hard = true
            case .year:
                let sameBefore = ours.contains { our in theirs.contains { $0.before == our.before } }
                if sameBefore { hard = true } else { softly = true }
            case .percent, .money:
                let comparable = ours.contains { our in
                    theirs.contains { our.before == 0 || $0.before == 0 || our.before == $0.before }
                }
                // An amount to the last digit is one amount, whatever word stands before it.
                let isExact =
                    ours.count == 1 && theirs.count == 1
                    && (number.isPrecise || number.isRate) && theirs.allSatisfy { $0.isPrecise || $0.isRate }
                if comparable || isExact { hard = true } else { softly = true }
            case .count:
                if !countsGrow { hard = true }
            }
        }
        // `recalls 12,000 strollers` and `recalls 85,000 cribs`: two large counts, and none is the same.
        let (ours, theirs) = (left.filter(\.isLargeCount), right.filter(\.isLargeCount))
        if !countsGrow, !ours.isEmpty, !theirs.isEmpty,
            !ours.contains(where: { our in theirs.contains { our.isSameValue(as: $0) } })
        {
            softly = true
        }
        self = hard ? .differ : softly ? .differSoftly : agrees ? .agree : .none
    }
}
