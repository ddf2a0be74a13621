/// A pipeline's number in the state.
package struct PipelineID: Sendable, Hashable {
    let number: Int64
}

/// An entry's number in the state.
package struct EntryID: Sendable, Hashable {
    let number: Int64

    init(number: Int64) { self.number = number }

    /// The key that outputs show: `e` and the number.
    package var key: String { "e\(number)" }

    /// Reads a key back, or nil if it is none of ours.
    package init?(key: String) {
        guard key.utf8.first == UInt8(ascii: "e"), let number = Int64(key.dropFirst()) else { return nil }
        self.number = number
    }
}
