public import FeedConfiguration
import FeedModel
public import FeedStages

/// Drops entries that were old when they were first seen; none is dropped for having waited for us.
public struct NewerThanFilter: EntryFilter {
    /// `newer_than`.
    public static let type = "newer_than"
    /// What it does.
    public static let summary = "drops entries that were older than this when they were first seen"

    private let age: Duration

    /// No.
    public var readsBodies: Bool { false }

    /// What is configured.
    public var greatestAge: Duration? { age }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { age = configuration.age }

    /// Undated entries count as published when they were first seen; the time that nobody looked does not count.
    public func verdict(on candidate: Candidate, _ context: some FilterContext) -> Verdict {
        guard let published = candidate.entry.published, candidate.firstSeen - published > age + candidate.waited
        else { return .keep }
        return .drop(because: "published more than \(age.manualText) before it was first seen", as: .expired)
    }

    /// A duration.
    public struct Configuration: StageConfiguration {
        let age: Duration

        /// Reads the duration.
        public init(from section: ConfigSection) {
            age = section.value(
                help: "the greatest age, from publication to when the entry was first seen; "
                    + "days on which this machine was off, or the source out of reach, do not count")
        }
    }
}
