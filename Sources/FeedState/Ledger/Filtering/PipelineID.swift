/// A pipeline's number in the state.
package struct PipelineID: Sendable, Hashable {
    let number: Int64

    package init(number: Int64) { self.number = number }
}

/// An entry's number in the state.
package struct EntryID: Sendable, Hashable, Comparable {
    let number: Int64

    init(number: Int64) { self.number = number }

    /// Whether `left` was stored first.
    package static func < (left: EntryID, right: EntryID) -> Bool { left.number < right.number }

    /// The key in outputs: `e` and the number.
    package var key: String { "e\(number)" }

    /// Reads a key, or returns nil if it is not one of ours.
    package init?(key: String) {
        guard key.utf8.first == UInt8(ascii: "e"), let number = Int64(key.dropFirst()) else { return nil }
        self.number = number
    }
}
