package import FeedMessages
package import FeedModel

/// What became of a stored entry in each pipeline that had it, and at each of their sinks.
package struct EntryHistory: Sendable {
    /// The entry, without its body.
    package let entry: StoredEntry
    /// In each pipeline, by name.
    package let pipelines: [InPipeline]

    /// What a pipeline's filters said of it.
    package struct InPipeline: Sendable {
        /// Where an entry stands in a pipeline.
        package enum State: String, Sendable, Hashable {
            case waiting, held, quarantined, dropped, kept
        }

        /// The pipeline's name.
        package let name: String
        /// Where it stands.
        package let state: State
        /// The filter that dropped or holds it (`hold_until#1`), or nil.
        package let filter: String?
        /// Why, in the filter's words, or nil.
        package let reason: LocalizedText?
        /// Until when it is held at most, or nil.
        package let until: Timestamp?
        /// When that was decided, or the entry began to wait.
        package let decidedAt: Timestamp
        /// Since when filters hold it, by their names.
        package let holds: [String: Timestamp]
        /// The entry in whose favour `deduplicate` dropped it, or nil.
        package let sameAs: EntryID?
        /// What was dropped in favour of this one.
        package let duplicates: [Duplicate]
        /// Where it stands at each sink that the pipeline had or has.
        package let sinks: [AtSink]
    }

    /// Where an entry stands at a sink.
    package struct AtSink: Sendable {
        /// In one word, and since when.
        package enum State: Sendable, Hashable {
            /// It waits to be planned.
            case waiting(since: Timestamp)
            /// It stands in a message that is not finished.
            case planned(MessageHistory)
            /// The message with it was received.
            case delivered(MessageHistory)
            /// The message with it is not tried again.
            case givenUp(MessageHistory)
            /// The user said that the message with it is not to be delivered any more.
            case discarded(MessageHistory)
            /// It was kept, and nothing is known of its delivery: that is longer ago than is remembered, or the sink
            /// came later.
            case unknown
        }

        /// The sink's name.
        package let name: String
        /// Where it stands.
        package let state: State
    }

    /// What is known of a message.
    package struct MessageHistory: Sendable, Hashable {
        /// Its number.
        package let number: Int64
        /// Its id for life.
        package let id: String
        /// Where to.
        package let target: String
        /// When it was planned.
        package let plannedAt: Timestamp
        /// When it was received or given up, or nil.
        package let finishedAt: Timestamp?
        /// Attempts so far.
        package let attempts: Int
        /// The moment before which it is not tried again, or nil.
        package let nextAt: Timestamp?
        /// The code of the last failure, or nil.
        package let lastReason: String?
        /// Entries in it.
        package let entries: Int
    }
}
