import FeedMessages
import FeedModel
import FeedParsing
import Testing

/// Expects that bytes are refused as a feed: with a word for programs, and what was found told in English.
func expectRefusal(
    _ reason: FeedReadingError.Reason, _ found: String?, feed: String? = nil,
    at location: SourceLocation = #_sourceLocation,
    _ read: () throws -> Feed
) {
    let error = #expect(throws: FeedReadingError.self, sourceLocation: location) { _ = try read() }
    #expect(error?.reason == reason, sourceLocation: location)
    #expect(error?.found?.text(in: .en) == found, sourceLocation: location)
    #expect(error?.feedAddress == feed, sourceLocation: location)
}
