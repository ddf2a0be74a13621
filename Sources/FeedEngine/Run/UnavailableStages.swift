import FeedMessages
import FeedModel
import FeedStages

/// Replaces a source that lacks a value: it fails with that error and sends no request.
struct UnavailableSource: Source {
    static let type = ""
    static let summary: LocalizedText = ""

    let error: StageError
    /// The source and parser that this source replaces, if they could be made.
    let made: PlannedSource.Stages?

    var canonicalRequest: String { made?.source.canonicalRequest ?? "" }
    var defaultTitle: String? { made?.source.defaultTitle }

    init(_ error: StageError, beside made: PlannedSource.Stages?) {
        self.error = error
        self.made = made
    }

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        throw StageError(.internalError, subject: "UnavailableSource")
    }

    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        throw error
    }

    func close() async {
        await made?.source.close()
        await made?.parser.close()
    }
}

/// The parser of an unavailable source. It never receives a document.
struct UnavailableParser: Parser {
    static let type = ""
    static let summary: LocalizedText = ""

    let error: StageError

    init(_ error: StageError) { self.error = error }

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        throw StageError(.internalError, subject: "UnavailableParser")
    }

    func parse(_ document: Document) throws(StageError) -> Feed { throw error }
}
