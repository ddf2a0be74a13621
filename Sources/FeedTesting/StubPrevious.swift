public import FeedStages

/// What a source is told of its last fetch, set by hand.
public struct StubPrevious: Previous {
    /// The cursor, or nil for a first fetch.
    public var cursor: Cursor?
    /// Validators by document.
    public var validators: [DocumentKey: Validators]

    /// Makes the memory of a source; by default that of one never fetched.
    public init(cursor: Cursor? = nil, validators: [DocumentKey: Validators] = [:]) {
        self.cursor = cursor
        self.validators = validators
    }

    /// What a recording writer kept of an earlier fetch.
    public init(after writer: RecordingWriter) {
        self.init(cursor: writer.cursor, validators: writer.validators)
    }

    /// Validators of a document, or nil.
    public func validators(for key: DocumentKey) async -> Validators? { validators[key] }
}
