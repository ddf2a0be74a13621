import FeedStages
import FeedSystem
import Glibc

/// The state of a file, which the sink keeps as its memo.
struct TargetState: Sendable, Hashable {
    /// The file's device; 0 if there is no file.
    var device: UInt64
    /// The file's inode on that device; 0 if there is no file.
    var inode: UInt64
    /// The length in bytes of the known content: what was in the file at first, and what the sink has written.
    var length: Int64
    /// SHA-256 of at most the last `tailLength` bytes before `length`; of a replaced file's whole content.
    var tailHash: [UInt8]
    /// Of a page that shows one delivery alone (`mode: replace`); nil for other files.
    var edition: Edition?
    /// Of a message that is not delivered yet: whether it is the file of one entry (`each: entry`).
    var isNote = false

    /// A page that shows one delivery alone.
    struct Edition: Sendable, Hashable {
        /// Whether more entries of the same delivery follow. The next message joins them to the page.
        var isPart = false
        /// In a message that is not delivered yet: whether the page before it gathered deliveries (`mode: merge`). That
        /// page is saved under another name.
        var replacesGathered = false
    }

    /// The most bytes at the end of an appended file that are hashed to recognise it.
    static let tailLength: Int64 = 4096

    /// No file.
    static let nothing = TargetState(device: 0, inode: 0, length: 0, tailHash: SHA256.hash([]))

    /// What a message with the file of one entry keeps.
    static let note: TargetState = {
        var state = nothing
        state.isNote = true
        return state
    }()
}

/// The memo as bytes: the format's number, three numbers with their lowest byte first, the hash. Format 2 is that of an
/// edition and has one byte more, with two flags. Format 3 is that of a message with the file of one entry.
extension TargetState {
    private static let form: UInt8 = 1
    private static let editionForm: UInt8 = 2
    private static let noteForm: UInt8 = 3
    private static let count = 1 + 3 * 8 + 32

    /// Reads a memo; nil if it has another format. Then nothing is known of the file, and its content stays.
    init?(memo: [UInt8]) {
        let isEdition = memo.first == Self.editionForm
        guard memo.count == Self.count + (isEdition ? 1 : 0),
            [Self.form, Self.editionForm, Self.noteForm].contains(memo[0])
        else { return nil }
        func number(_ index: Int) -> UInt64 {
            memo[(1 + index * 8)..<(9 + index * 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(
            device: number(0), inode: number(1), length: Int64(bitPattern: number(2)),
            tailHash: Array(memo[(1 + 3 * 8)..<Self.count]))
        guard length >= 0 else { return nil }
        isNote = memo[0] == Self.noteForm
        if isEdition {
            edition = Edition(isPart: memo[Self.count] & 1 != 0, replacesGathered: memo[Self.count] & 2 != 0)
        }
    }

    /// The state as a memo.
    var memo: [UInt8] {
        let numbers = [device, inode, UInt64(bitPattern: length)]
        let form = isNote ? Self.noteForm : edition == nil ? Self.form : Self.editionForm
        let flags = edition.map { [($0.isPart ? 1 : 0) | ($0.replacesGathered ? 2 : 0)] as [UInt8] } ?? []
        return [form] + numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
            + tailHash + flags
    }
}

extension Message {
    /// The state of the file when the message was composed, or nil.
    var base: TargetState? { memo.flatMap(TargetState.init) }
}

extension RegularFile {
    /// The present state, with a hash of at most `TargetState.tailLength` bytes before the end.
    func tailState() throws(StageError) -> TargetState {
        let status = try status()
        return TargetState(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), length: Int64(status.st_size),
            tailHash: try tailHash(before: Int64(status.st_size)))
    }

    /// The hash of at most `TargetState.tailLength` bytes before `end`.
    func tailHash(before end: Int64) throws(StageError) -> [UInt8] {
        let start = max(0, end - TargetState.tailLength)
        return SHA256.hash(try read(Int(end - start), at: start))
    }
}
