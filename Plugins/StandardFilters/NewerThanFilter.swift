public import FeedConfiguration
import FeedModel
public import FeedStages

/// Drops entries that were old when they were first seen; none is dropped for having waited for us.
public struct NewerThanFilter: EntryFilter {
    /// `newer_than`.
    public static let type = "newer_than"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.filter.newer_than")

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
        return .drop(because: .message("verdict.too_old", ["age": .text(age.manualText)]), as: .expired)
    }

    /// A duration.
    public struct Configuration: StageConfiguration {
        let age: Duration

        /// Reads the duration.
        public init(from section: ConfigSection) {
            age = section.value(help: .message("option.newer_than"))
        }
    }
}
