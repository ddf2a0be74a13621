package import FeedModel

/// A search for the entries that a pipeline could show somebody who was away.
package struct CatchUpSearch: Sendable {
    /// The name of the pipeline.
    package let pipeline: String
    /// The earliest date of the entries.
    package let since: Timestamp
    /// The type of the filter whose verdict does not count: it only chose among entries.
    package let chooser: String
    /// The most entries that are returned, the newest.
    package let limit: Int

    package init(pipeline: String, since: Timestamp, chooser: String, limit: Int) {
        (self.pipeline, self.since, self.chooser, self.limit) = (pipeline, since, chooser, limit)
    }
}

/// The result of a `CatchUpSearch`.
package struct CatchUpFinding: Sendable {
    /// The entries that the pipeline kept, or that only the choosing filter left out, the newest first.
    package var entries: [CatchUpEntry] = []
    /// The entries that the pipeline dropped as duplicates, each with the one in whose favour.
    package var duplicates: [EntryID: EntryID] = [:]
    /// How many entries the pipeline has not judged yet.
    package var undecided = 0
    /// Whether there were more entries than `limit`.
    package var isCut = false

    package init() {}
}

/// As much of an entry as its place among others needs.
package struct CatchUpEntry: Sendable, Hashable {
    /// The entry's number.
    package let id: EntryID
    /// The pipeline that had it.
    package let pipeline: PipelineID
    /// The configured name of its source.
    package let source: String
    /// When it was published, or first seen if that is earlier or it gives no date.
    package let date: Timestamp
    /// Its numbers, as the pipeline's filters left them.
    package let numbers: [String: Int]
    /// Whether the pipeline kept it.
    package let isKept: Bool

    package init(
        id: EntryID, pipeline: PipelineID, source: String, date: Timestamp, numbers: [String: Int], isKept: Bool
    ) {
        (self.id, self.pipeline, self.source, self.date) = (id, pipeline, source, date)
        (self.numbers, self.isKept) = (numbers, isKept)
    }
}
