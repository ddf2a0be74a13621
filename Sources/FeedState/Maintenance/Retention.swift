import FeedModel

/// How long things are kept that nobody waits for any more.
package enum Retention {
    /// Summary and content of an entry that has been delivered everywhere, once it is out of its document.
    package static let bodies = Duration.seconds(30 * 86_400)
    /// What the filters said of a dropped entry; what became of a finished message.
    package static let verdicts = Duration.seconds(90 * 86_400)
    /// An entry and its keys, since it was last in its document: until then it is known when it returns.
    package static let entries = Duration.seconds(400 * 86_400)
    /// What a file holds whose path has the date in it, after its last delivery.
    package static let targets = Duration.seconds(7 * 86_400)
    /// Parts of one document are stored within such a time.
    static let longestFetch = Duration.seconds(86_400)
    /// Between two rounds through the whole state.
    static let round = Duration.seconds(86_400)
    /// After such a gap between two runs the clock is believed only when a day has passed by it: one that jumps ahead
    /// must not make everything look old.
    static let longestGap = Duration.seconds(14 * 86_400)
    /// Entries, and messages, that are looked at in one run: a round through a million takes some 100 runs.
    static let slice = 10_000
}

/// What a run knows that looking after the state needs.
package struct RetentionRules: Sendable {
    /// How long each pipeline's filters compare with kept entries; without an entry, not at all.
    /// Nil: nobody knows, and nothing is forgotten.
    package var memories: [PipelineID: Duration]?
    /// The targets that sinks may deliver to again, by the sink's name; of a sink that is missing nothing is forgotten.
    package var livingTargets: [String: Set<String>]
    package init(memories: [PipelineID: Duration]?, livingTargets: [String: Set<String>]) {
        self.memories = memories
        self.livingTargets = livingTargets
    }
}

/// How much was deleted from the state, by kind.
package struct Pruned: Sendable, Hashable {
    /// Bodies of entries.
    package var bodies = 0
    /// Whole entries.
    package var entries = 0
    /// Verdicts of filters.
    package var verdicts = 0
    /// Finished messages.
    package var messages = 0
    /// Targets whose time is over.
    package var targets = 0

    package init() {}
}
