import FeedState

extension SinkRecord {
    /// How it fares, in one word: it is failing once that is told.
    var state: String { failingSince == nil ? "ok" : isTold ? "failing" : "unstable" }
}
