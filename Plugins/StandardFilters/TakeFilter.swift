public import FeedConfiguration
public import FeedStages

/// Takes the first entries, in the order that earlier filters gave them, and leaves the rest for later.
public struct TakeFilter: Filter {
    /// `take`.
    public static let type = "take"
    /// What it does.
    public static let summary = "takes the first entries and leaves the rest for the next delivery, or drops it"

    private let configuration: Configuration

    /// No.
    public var readsBodies: Bool { false }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Counts through the entries that are still kept.
    public func apply(to batch: inout Batch, _ context: some FilterContext) {
        var taken = 0
        var takenOf: [String: Int] = [:]
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            let source = batch.candidates[index].source
            let ofSource = takenOf[source, default: 0]
            if let reason = refusal(taken: taken, ofSource: ofSource) {
                switch configuration.rest {
                case .later:
                    batch.candidates[index].verdict = .hold(until: nil, because: reason)
                    batch.later += 1
                case .drop: batch.candidates[index].verdict = .drop(because: reason)
                }
            } else {
                taken += 1
                takenOf[source] = ofSource + 1
            }
        }
    }

    private func refusal(taken: Int, ofSource: Int) -> String? {
        if let limit = configuration.entries, taken >= limit { return "beyond the first \(limit)" }
        if let limit = configuration.perSource, ofSource >= limit { return "beyond the first \(limit) of its source" }
        return nil
    }

    /// `entries`, `per_source`, `rest`.
    public struct Configuration: StageConfiguration {
        let entries: Int?
        let perSource: Int?
        let rest: Rest

        /// Reads the options; one of the limits must be given.
        public init(from section: ConfigSection) {
            entries = section.option("entries", in: 1...100_000, help: "entries of a digest")
            perSource = section.option("per_source", in: 1...100_000, help: "entries of one source in a digest")
            rest = section.option("rest", default: .later, help: "what becomes of the others")
            if !section.isGiven("entries"), !section.isGiven("per_source"), section.node.map != nil {
                section.report("\(section.path): `entries` or `per_source` must be given")
            }
        }
    }

    /// What becomes of the entries that are not taken.
    enum Rest: String, ConfigChoice {
        case later, drop
    }
}
