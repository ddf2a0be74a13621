import FeedStages
import FeedSystem

/// The ids of the first 500 entries of the last complete fetch, as hashes; at most 4,000 bytes.
///
/// The order does not count, because services sort their lists anew at each fetch.
struct KnownIDs: Sendable, Hashable {
    private static let capacity = 500
    /// Base64 characters of one hash, of which 48 bits are kept.
    private static let length = 8
    private var marks: [String] = []
    private var known: Set<String> = []

    init() {}

    init(_ cursor: Cursor) {
        var rest = Array(cursor.rawValue.utf8.prefix(Self.capacity * Self.length))[...]
        while rest.count >= Self.length {
            add(mark: String(decoding: rest.prefix(Self.length), as: UTF8.self))
            rest = rest.dropFirst(Self.length)
        }
    }

    var cursor: Cursor { Cursor(rawValue: marks.joined()) }

    mutating func add(_ ids: [String]) {
        for id in ids where marks.count < Self.capacity { add(mark: Self.mark(id)) }
    }

    /// Whether a page reaches the known entries. Lists have the newest entries first, except for a few pinned at the
    /// top. All entries behind a known one are older; those that were never read were left out on purpose.
    func isReached(by ids: [String]) -> Bool {
        ids.dropFirst(min(Self.mostPinned, max(0, ids.count - 1))).contains { known.contains(Self.mark($0)) }
    }

    private static let mostPinned = 5

    func holds(all ids: [String]) -> Bool { ids.allSatisfy { known.contains(Self.mark($0)) } }

    private mutating func add(mark: String) { if known.insert(mark).inserted { marks.append(mark) } }

    private static func mark(_ id: String) -> String { Base64.encode(Array(SHA256.hash(id).prefix(6))) }
}
