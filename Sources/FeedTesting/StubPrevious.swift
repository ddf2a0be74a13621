public import FeedStages

/// The values of a source's last fetch, set by the test.
public struct StubPrevious: Previous {
    /// The cursor, or nil for a first fetch.
    public var cursor: Cursor?
    /// The validators of each document.
    public var validators: [DocumentKey: Validators]

    /// Makes the values of a source, by default of one that was never fetched.
    public init(cursor: Cursor? = nil, validators: [DocumentKey: Validators] = [:]) {
        self.cursor = cursor
        self.validators = validators
    }

    /// Makes the values that a recording writer kept of an earlier fetch.
    public init(after writer: RecordingWriter) {
        self.init(cursor: writer.cursor, validators: writer.validators)
    }

    /// Returns the validators of a document, or nil.
    public func validators(for key: DocumentKey) async -> Validators? { validators[key] }
}
