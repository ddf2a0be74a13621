import FeedMessages

/// The states of sources and sinks as words for people.
enum StatusWords {
    /// Returns the word for a state that JSON writes as `failing`, for example.
    static func word(_ state: String) -> LocalizedText {
        // messages: status.state.*
        .message("status.state.\(state)")
    }
}
