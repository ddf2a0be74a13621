import FeedJSON
package import FeedModel

/// Something to be told, as the state keeps it: the words are found when it is told.
package struct LineFact: Sendable, Hashable {
    /// What it is, in one word: whoever cannot read the rest can at least tell this.
    package var kind: String
    /// The rest, as JSON.
    package var json: String

    package init(kind: String, json: String) {
        self.kind = kind
        self.json = json
    }

    /// The fact for a value that can be encoded.
    package init(kind: String, _ value: some Encodable) {
        self.init(kind: kind, json: JSONEncoding.text(of: value) ?? "null")
    }

    /// The value behind it, or nil: an other version of this program had written it.
    package func value<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? { JSONDecoding.value(from: json) }

    /// The kind of what is noticed about the state itself while it is opened: a `StageError`.
    package static let findingKind = "state_finding"
}

/// A fact that the state keeps.
package struct KeptLine: Sendable, Hashable {
    /// Lines that wait at most; of more the oldest are let go, and counted. A run that nobody listens to for years must
    /// not fill the disk.
    package static let most = 1000

    /// Its number, never given twice.
    package var number: Int64
    /// What is to be told.
    package var fact: LineFact
    /// When it was found out.
    package var madeAt: Timestamp
    /// Since when somebody has heard of it, or nil.
    package var notifiedAt: Timestamp?
}
