public import FeedModel

/// What became of a stored entry in each pipeline that had it, and at each of their sinks.
public struct EntryLife: Sendable {
    /// The entry, without its body.
    public let entry: StoredEntry
    /// In each pipeline, by name.
    public let pipelines: [InPipeline]

    /// What a pipeline's filters said of it.
    public struct InPipeline: Sendable {
        /// Where an entry stands in a pipeline.
        public enum State: String, Sendable, Hashable {
            case waiting, held, quarantined, dropped, kept
        }

        /// The pipeline's name.
        public let name: String
        /// Where it stands.
        public let state: State
        /// The filter that dropped or holds it (`hold_until#1`), or nil.
        public let filter: String?
        /// Why, in the filter's words, or nil.
        public let reason: String?
        /// Until when it is held at most, or nil.
        public let until: Timestamp?
        /// When that was decided, or the entry began to wait.
        public let decidedAt: Timestamp
        /// Since when filters hold it, by their names.
        public let holds: [String: Timestamp]
        /// The entry in whose favour `deduplicate` dropped it, or nil.
        public let sameAs: EntryID?
        /// What was dropped in favour of this one.
        public let duplicates: [Duplicate]
        /// Where it stands at each sink that the pipeline had or has.
        public let sinks: [AtSink]
    }

    /// Where an entry stands at a sink.
    public struct AtSink: Sendable {
        /// In one word, and since when.
        public enum State: Sendable, Hashable {
            /// It waits to be planned.
            case waiting(since: Timestamp)
            /// It stands in a message that is not finished.
            case planned(MessageLife)
            /// The message with it was received.
            case delivered(MessageLife)
            /// The message with it is not tried again.
            case givenUp(MessageLife)
            /// The user said that the message with it is not to be delivered any more.
            case discarded(MessageLife)
            /// It was kept, and nothing is known of its delivery: that is longer ago than is remembered, or the sink
            /// came later.
            case unknown
        }

        /// The sink's name.
        public let name: String
        /// Where it stands.
        public let state: State
    }

    /// What is known of a message.
    public struct MessageLife: Sendable, Hashable {
        /// Its number.
        public let number: Int64
        /// Its id for life.
        public let id: String
        /// Where to.
        public let target: String
        /// When it was planned.
        public let plannedAt: Timestamp
        /// When it was received or given up, or nil.
        public let finishedAt: Timestamp?
        /// Attempts so far.
        public let attempts: Int
        /// The moment before which it is not tried again, or nil.
        public let nextAt: Timestamp?
        /// The code of the last failure, or nil.
        public let lastReason: String?
        /// Entries in it.
        public let entries: Int
    }
}
