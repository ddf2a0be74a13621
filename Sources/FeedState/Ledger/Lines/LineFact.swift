import FeedJSON
package import FeedModel

/// A fact to report to the user. The sentence is made only when it is shown.
package struct LineFact: Sendable, Hashable {
    /// The fact's kind in one word. A program that cannot read the rest can still report this.
    package var kind: String
    /// The fact's values, as JSON.
    package var json: String

    package init(kind: String, json: String) {
        self.kind = kind
        self.json = json
    }

    /// Makes the fact of a value that can be encoded.
    package init(kind: String, _ value: some Encodable) {
        self.init(kind: kind, json: JSONEncoding.text(of: value) ?? "null")
    }

    /// Returns the value, or nil if another version of this program wrote it in another form.
    package func value<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? { JSONDecoding.value(from: json) }

    /// The kind of facts that opening the state found. Their value is a `StageError`.
    package static let findingKind = "state_finding"
}

/// A stored fact.
package struct KeptLine: Sendable, Hashable {
    /// The most lines that wait. Beyond that the oldest are deleted and counted, so that runs without a reader do not
    /// fill the disk.
    package static let most = 1000

    /// The line's number, which is never given to another line.
    package var number: Int64
    /// The fact to report.
    package var fact: LineFact
    /// When the line was stored.
    package var madeAt: Timestamp
    /// When the line was reported, or nil.
    package var notifiedAt: Timestamp?
}
