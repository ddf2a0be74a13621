import FeedModel

/// A test of whether a number is one of the highest of its source at like age: `top 5%`.
struct TopTest: Sendable, Hashable {
    /// The share of entries, above 0 and below 1.
    let share: Double
    let words: String

    /// Reads `top 5%`, `top 0.5 %` or `上位5%`; nil for any other text.
    init?(_ text: String) {
        // Full-width digits and signs are read as plain ones.
        let folded = String(decoding: Folding.fold(text, ignoringCase: true), as: UTF8.self)
        guard let name = Self.names.first(where: folded.hasPrefix), folded.hasSuffix("%") else { return nil }
        let digits = folded.dropFirst(name.count).dropLast().split(separator: " ", omittingEmptySubsequences: true)
        let allowed = Set("0123456789.".utf8)
        guard digits.count == 1, digits[0].utf8.count <= 8, digits[0].utf8.allSatisfy(allowed.contains),
            let percent = Double(digits[0]), percent > 0, percent < 100
        else { return nil }
        share = percent / 100
        words = "top \(digits[0])%"
    }

    /// The beginnings of such a test, folded.
    private static let names = ["top", "上位"].map {
        String(decoding: Folding.fold($0, ignoringCase: true), as: UTF8.self)
    }
}

/// A test of a number: with a fixed one, or with those of the source's other entries.
enum NumberCriterion: Sendable, Hashable {
    case compared(NumberTest)
    case top(TopTest)

    /// Reads `>=50` or `top 5%`; nil for any other text.
    init?(_ text: String) {
        if let test = NumberTest(text) {
            self = .compared(test)
        } else if let test = TopTest(text) {
            self = .top(test)
        } else {
            return nil
        }
    }

    var words: String {
        switch self {
        case .compared(let test): test.words
        case .top(let test): test.words
        }
    }
}

/// A test of how much an entry is talked about: `top 10%` or `>=0.7`.
enum BuzzTest: Sendable, Hashable {
    case compared(Comparison, Double)
    case top(TopTest)

    /// Reads `top 10%` or `>=0.7`; nil for any other text.
    init?(_ text: String) {
        if let test = TopTest(text) {
            self = .top(test)
            return
        }
        let (comparison, rest) = Comparison.read(text)
        let allowed = Set("0123456789.".utf8)
        guard (1...8).contains(rest.utf8.count), rest.utf8.allSatisfy(allowed.contains), let number = Double(rest),
            number <= 1
        else { return nil }
        self = .compared(comparison, number)
    }

    /// Whether a value from 0 to 1 passes. The top 10 % begin where a number of weight 1 stands that is in the top 10 %
    /// of its source.
    func holds(for value: Double) -> Bool {
        switch self {
        case .compared(let comparison, let number): comparison.holds(value, number)
        case .top(let test): value >= Buzz.share(ofPercentile: 1 - test.share) - 1e-9
        }
    }

    var words: String {
        switch self {
        case .compared(let comparison, let number): "\(comparison.rawValue) \(number)"
        case .top(let test): test.words
        }
    }
}
