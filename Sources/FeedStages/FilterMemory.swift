import FeedMessages
public import FeedModel
import Synchronization

/// What a filter keeps from one delivery to the next: bytes under keys, each with an end, of one pipeline and one place
/// among its filters.
///
/// It is read before the filter is asked. What the filter changes is stored in one transaction with the verdicts, or not
/// at all if a filter of the pipeline fails. Where it grows too large, what ends first makes room. A class, so that a
/// filter that judges one entry at a time can use it, too.
public final class FilterMemory: Sendable {
    /// Bytes of a key at most, in UTF-8.
    public static let longestKey = 512
    /// Bytes of a value at most.
    public static let longestValue = 16 << 10
    /// Items at most.
    public static let mostItems = 10_000
    /// Bytes of all keys and values at most.
    public static let mostBytes = 4 << 20
    /// How long something is kept at most.
    public static let longestTime = Duration.seconds(400 * 86_400)

    /// A value, and when its time is over.
    public struct Item: Sendable, Hashable {
        /// In a form of the filter's own.
        public var value: [UInt8]
        /// From when on it is not there any more.
        public var until: Timestamp

        /// Makes an item.
        public init(_ value: [UInt8], until: Timestamp) {
            self.value = value
            self.until = until
        }
    }

    fileprivate struct Content {
        var items: [String: Item]
        var bytes: Int
        var changed: Set<String> = []
    }

    private let now: Timestamp
    private let content: Mutex<Content>

    /// Makes a memory of what was kept before, at the moment of a delivery.
    public init(_ items: [String: Item] = [:], now: Timestamp) {
        self.now = now
        // What ends later than anything may was written by a clock that was ahead.
        let items = items.mapValues { Item($0.value, until: min($0.until, now + Self.longestTime)) }
        content = Mutex(Content(items: items, bytes: items.reduce(0) { $0 + Self.size($1.key, $1.value) }))
    }

    /// What is kept now, by its keys; without what is over.
    public var items: [String: Item] { content.withLock { $0.items.filter { $0.value.until > now } } }

    /// The value of a key, or nil: there is none, or its time is over.
    public func value(of key: String) -> [UInt8]? {
        content.withLock { $0.items[key] }.flatMap { $0.until > now ? $0.value : nil }
    }

    /// Keeps a value in place of the one before, for a time from now on, at most `longestTime`.
    ///
    /// Throws `.pluginProtocol` if the key is empty, or key or value are too long.
    public func keep(
        _ value: [UInt8], as key: String, for time: Duration = .seconds(30 * 86_400)
    ) throws(StageError) {
        let fault: LocalizedText? =
            if key.isEmpty || key.utf8.count > Self.longestKey {
                .message("memory.bad_key", ["size": .number(key.utf8.count), "limit": .number(Self.longestKey)])
            } else if value.count > Self.longestValue {
                .message("memory.long_value", ["size": .number(value.count), "limit": .number(Self.longestValue)])
            } else {
                nil
            }
        if let fault { throw StageError(.pluginProtocol, subject: "FilterMemory", phrases: [.found: fault]) }
        let item = Item(value, until: now + min(time, Self.longestTime))
        content.withLock { content in
            content.remove(key)
            content.items[key] = item
            content.bytes += Self.size(key, item)
            content.makeRoom(beside: key)
        }
    }

    /// Takes an item away.
    public func forget(_ key: String) { content.withLock { $0.remove(key) } }

    /// What has changed since it was made; nil: taken away.
    package var changes: [String: Item?] {
        content.withLock { content in
            var changes: [String: Item?] = [:]
            for key in content.changed { changes.updateValue(content.items[key], forKey: key) }
            return changes
        }
    }

    fileprivate static func size(_ key: String, _ item: Item) -> Int { key.utf8.count + item.value.count }
}

extension FilterMemory.Content {
    mutating func remove(_ key: String) {
        changed.insert(key)
        if let item = items.removeValue(forKey: key) { bytes -= FilterMemory.size(key, item) }
    }

    private var isFull: Bool { items.count > FilterMemory.mostItems || bytes > FilterMemory.mostBytes }

    /// A tenth goes at once, so that this is not done for each item.
    mutating func makeRoom(beside key: String) {
        guard isFull else { return }
        let ending = items.filter { $0.key != key }.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
        for (other, _) in ending {
            guard items.count > FilterMemory.mostItems / 10 * 9 || bytes > FilterMemory.mostBytes / 10 * 9 else {
                return
            }
            remove(other)
        }
    }
}
