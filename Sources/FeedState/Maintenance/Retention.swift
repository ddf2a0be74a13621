import FeedModel

/// How long finished and old data is kept.
package enum Retention {
    /// Summary and content of an entry that was delivered everywhere, after it has left its document.
    package static let bodies = Duration.seconds(30 * 86_400)
    /// How long verdicts on dropped entries, and finished messages, are kept.
    package static let verdicts = Duration.seconds(90 * 86_400)
    /// An entry and its keys after it was last in its document. Until then it is recognised if it returns.
    package static let entries = Duration.seconds(400 * 86_400)
    /// What numbers of an entry were at each age, after the entry's date.
    package static let numbers = Duration.seconds(30 * 86_400)
    /// The list of entries in a target that is not delivered to any more, such as a file with the date in its path.
    package static let targets = Duration.seconds(7 * 86_400)
    /// The longest time between storing the first and the last part of one document.
    static let longestFetch = Duration.seconds(86_400)
    /// The time between two rounds.
    static let round = Duration.seconds(86_400)
    /// After a longer gap between two runs nothing is deleted for a day by the new clock: a clock that jumps ahead must
    /// not make everything look old.
    static let longestGap = Duration.seconds(14 * 86_400)
    /// How many entries, and messages, one run looks at. A round through a million takes some 100 runs.
    static let slice = 10_000
}

/// What pruning needs to know from a run.
package struct RetentionRules: Sendable {
    /// How long each pipeline's filters compare new entries with kept ones; a missing pipeline counts as zero. Nil if
    /// that is unknown: then no fingerprint is deleted.
    package var memories: [PipelineID: Duration]?
    /// The paths to which each sink may deliver again, by sink name. Nothing is deleted for a sink that is missing.
    package var livingTargets: [String: Set<String>]
    /// The sinks that remove their files after a time. What they keep of a file stays until then.
    package var removesFiles: Set<String>

    package init(
        memories: [PipelineID: Duration]?, livingTargets: [String: Set<String>], removesFiles: Set<String> = []
    ) {
        self.memories = memories
        self.livingTargets = livingTargets
        self.removesFiles = removesFiles
    }
}

/// How much was deleted from the state, by kind.
package struct Pruned: Sendable, Hashable {
    /// How many bodies of entries.
    package var bodies = 0
    /// How many whole entries.
    package var entries = 0
    /// The numbers of how many entries, as they were at each age.
    package var numbers = 0
    /// How many verdicts of filters.
    package var verdicts = 0
    /// How many finished messages.
    package var messages = 0
    /// How many expired targets.
    package var targets = 0

    package init() {}
}
