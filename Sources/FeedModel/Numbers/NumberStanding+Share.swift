extension NumberStanding {
    /// The fewest values of which a share says something.
    public static let fewestForShare = 20

    /// The share of the values that are below, from 0 to 1. Equal values count half.
    public var rank: Double { (Double(below) + Double(notAbove)) / (2 * Double(count)) }

    /// Whether all values are equal to this one: a number that never changes tells no entries apart.
    public var isConstant: Bool { below == 0 && notAbove == count }

    /// The least share of the entries, from 0 to 1, to which this one surely belongs: 0.04 is "top 4 %". It is never
    /// smaller than the truth. Nil if there are too few values to say so.
    public var topShare: Double? {
        guard count >= Self.fewestForShare else { return nil }
        // The values have the entry's own one, unless none is equal to it.
        let isKnown = notAbove > below
        return Double(count - below + (isKnown ? 0 : 1)) / Double(count + (isKnown ? 0 : 1))
    }

    /// `topShare` in whole percent, rounded up: from 1 to 100.
    public var topPercent: Int? { topShare.map { Int(($0 * 100 - 1e-9).rounded(.up)) } }

    /// Whether this is one of the highest values, by their share from 0 to 1. Nil if there are too few values to know:
    /// the highest of 40 may be one of the top 1 %, or not.
    public func isWithinTop(_ share: Double) -> Bool? {
        guard let topShare else { return nil }
        if topShare <= share + 1e-9 { return true }
        return notAbove == count && Double(count) * share < 1 ? nil : false
    }
}
