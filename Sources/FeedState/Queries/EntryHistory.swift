package import FeedMessages
package import FeedModel

/// What became of a stored entry in each pipeline that had it, and at each of their sinks.
package struct EntryHistory: Sendable {
    /// The entry, without its body.
    package let entry: StoredEntry
    /// The entry's history in each pipeline, sorted by name.
    package let pipelines: [InPipeline]

    /// The history of an entry in one pipeline.
    package struct InPipeline: Sendable {
        /// Where an entry stands in a pipeline.
        package enum State: String, Sendable, Hashable {
            case waiting, held, quarantined, dropped, kept
        }

        /// The pipeline's name.
        package let name: String
        /// The state of the entry in the pipeline.
        package let state: State
        /// The filter that dropped or holds it (`hold_until#1`), or nil.
        package let filter: String?
        /// Why, in the filter's words, or nil.
        package let reason: LocalizedText?
        /// Until when the entry is held at the latest, or nil.
        package let until: Timestamp?
        /// How much the entry was talked about at that moment, or nil if no filter measured it.
        package let buzz: Buzz?
        /// When the state was decided, or when the entry began to wait.
        package let decidedAt: Timestamp
        /// When each filter first held the entry, by filter name.
        package let holds: [String: Timestamp]
        /// The entry in whose favour `deduplicate` dropped it, or nil.
        package let sameAs: EntryID?
        /// The entries that `deduplicate` dropped in favour of this one.
        package let duplicates: [Duplicate]
        /// The entry's story, or nil.
        package var story: StoryPart?
        /// The other kept entries of its story, at most 20.
        package var storyMembers: [EntryID] = []
        /// The entry's state at each sink that the pipeline has or had.
        package let sinks: [AtSink]
    }

    /// Where an entry stands at a sink.
    package struct AtSink: Sendable {
        /// The state of an entry at a sink.
        package enum State: Sendable, Hashable {
            /// The entry waits to be put into a message.
            case waiting(since: Timestamp)
            /// The entry is in an unfinished message.
            case planned(MessageHistory)
            /// The entry's message was received.
            case delivered(MessageHistory)
            /// The entry's message was given up.
            case givenUp(MessageHistory)
            /// The entry's message was discarded: by the user, with a removed pipeline or sink, or after an export to a
            /// file.
            case discarded(MessageHistory)
            /// The entry was kept, and no delivery of it is known: the message is no longer stored, or the sink was
            /// added later.
            case unknown
        }

        /// The sink's name.
        package let name: String
        /// The state of the entry at the sink.
        package let state: State
    }

    /// A message with an entry.
    package struct MessageHistory: Sendable, Hashable {
        /// The message's number.
        package let number: Int64
        /// The message's id, which never changes.
        package let id: String
        /// The target: a path or an address.
        package let target: String
        /// When the message was composed and stored.
        package let plannedAt: Timestamp
        /// When the message was received, given up or discarded, or nil.
        package let finishedAt: Timestamp?
        /// Attempts so far.
        package let attempts: Int
        /// The earliest time of the next attempt, or nil.
        package let nextAt: Timestamp?
        /// The code of the last failure, or nil.
        package let lastReason: String?
        /// How many entries the message holds.
        package let entries: Int
    }
}
