import FeedMessages

/// How sources and sinks fare, in one word for people.
enum StatusWords {
    /// The word for a state as JSON has it: `failing`.
    static func word(_ state: String) -> LocalizedText {
        // messages: status.state.*
        .message("status.state.\(state)")
    }
}
