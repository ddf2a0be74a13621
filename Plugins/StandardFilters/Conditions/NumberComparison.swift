import FeedModel
import FeedStages

/// What a condition compares the numbers of an entry with.
struct NumberComparison: Sendable {
    /// The values that numbers had before; empty if the condition does not need them.
    let history: NumberHistory
    /// The moment of the delivery.
    let now: Timestamp
    /// How much each entry is talked about, by its place in the batch.
    let buzz: [Int: Buzz]

    /// Without any values to compare with.
    static func nothing(now: Timestamp) -> Self { Self(history: NumberHistory(), now: now, buzz: [:]) }

    /// Loads what a condition needs. Throws if the state cannot be read.
    static func load(
        for condition: Condition, on batch: Batch, _ context: some FilterContext
    ) async throws(StageError) -> Self {
        guard condition.comparesNumbers else { return .nothing(now: context.now) }
        let history = try await context.numberHistory()
        return Self(
            history: history, now: context.now,
            buzz: condition.readsBuzz ? BuzzMeasure(history: history).buzz(in: batch, now: context.now) : [:])
    }
}

extension Condition {
    /// Whether any test compares a number with those of other entries.
    var comparesNumbers: Bool {
        contains {
            switch $0 {
            case .buzz: true
            case .number(_, let tests): tests.contains { if case .top = $0 { true } else { false } }
            default: false
            }
        }
    }

    /// Whether any test asks how much an entry is talked about.
    var readsBuzz: Bool { contains { if case .buzz = $0 { true } else { false } } }

    private func contains(_ isWanted: (FieldTest) -> Bool) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.contains(isWanted) }
        case .not(let part): part.contains(isWanted)
        case .field(let test): isWanted(test)
        }
    }
}
