import FeedModel
import FeedStages

/// An entry without its body as the bytes that the state has of it.
final class PackedEntry: EntryHolder {
    let published: Timestamp?
    private let head: [UInt8]
    private let numbers: [String: Int]

    /// Takes the bytes of which `entry` was just decoded, with its numbers.
    init(head: [UInt8], of entry: Entry) {
        self.head = head
        (published, numbers) = (entry.published, entry.numbers)
    }

    var entry: Entry {
        var entry = Entry()
        // These very bytes were decoded before, so that nothing is thrown.
        try? head.withUnsafeBufferPointer { bytes throws(StageError) in try entry.read(head: bytes) }
        entry.numbers = numbers
        return entry
    }
}
