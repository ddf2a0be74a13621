public import FeedConfiguration
import FeedModel
public import FeedStages

/// Drops entries that were too old when they were first seen. Time in which Kawaraban did not fetch does not count.
public struct NewerThanFilter: EntryFilter {
    /// The value of `type` in the configuration: `newer_than`.
    public static let type = "newer_than"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.newer_than")

    private let age: Duration

    /// False: it reads dates only.
    public var readsBodies: Bool { false }

    /// True: it looks at the date of each entry.
    public var judgesEntriesAlone: Bool { true }

    /// The configured age.
    public var greatestAge: Duration? { age }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { age = configuration.age }

    /// Undated entries count as published when they were first seen. Time without fetches does not count.
    public func verdict(on candidate: Candidate, _ context: some FilterContext) -> Verdict {
        guard let published = candidate.entry.published, candidate.firstSeen - published > age + candidate.waited
        else { return .keep }
        return .drop(because: .message("verdict.too_old", ["age": .duration(age)]), as: .expired)
    }

    /// The option of `newer_than`: a duration.
    public struct Configuration: StageConfiguration {
        let age: Duration

        /// Reads the duration.
        public init(from section: ConfigSection) {
            age = section.value(help: .message("option.newer_than"))
        }
    }
}
