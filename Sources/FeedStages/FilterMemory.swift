import FeedMessages
public import FeedModel
import Synchronization

/// What a filter stores from one delivery to the next: values under keys, each with an end time. Each pipeline and each
/// position in its list of filters has a memory of its own.
///
/// It is read before the filter is called. Changes are stored in one transaction with the verdicts, or not at all if a
/// filter of the pipeline fails. When the memory is full, the items that end first are removed. It is a class, so that
/// a filter that gets one entry at a time can use it, too.
public final class FilterMemory: Sendable {
    /// Length limit of a key, in bytes of UTF-8.
    public static let longestKey = 512
    /// Size limit of a value, in bytes.
    public static let longestValue = 16 << 10
    /// Limit of the number of items.
    public static let mostItems = 10_000
    /// Size limit of all keys and values, in bytes.
    public static let mostBytes = 4 << 20
    /// The longest time for which an item is stored.
    public static let longestTime = Duration.seconds(400 * 86_400)

    /// A value with its end time.
    public struct Item: Sendable, Hashable {
        /// The value, in the filter's own format.
        public var value: [UInt8]
        /// The moment from which the item no longer exists.
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

    /// The moment of the delivery.
    public let now: Timestamp
    private let content: Mutex<Content>

    /// Makes a memory of the stored items, at the moment `now` of a delivery.
    public init(_ items: [String: Item] = [:], now: Timestamp) {
        self.now = now
        // A longer time was written by a clock that was ahead.
        let items = items.mapValues { Item($0.value, until: min($0.until, now + Self.longestTime)) }
        content = Mutex(Content(items: items, bytes: items.reduce(0) { $0 + Self.size($1.key, $1.value) }))
    }

    /// The items that have not ended, by key.
    public var items: [String: Item] { content.withLock { $0.items.filter { $0.value.until > now } } }

    /// Returns the value of a key, or nil if there is none or it has ended.
    public func value(of key: String) -> [UInt8]? {
        content.withLock { $0.items[key] }.flatMap { $0.until > now ? $0.value : nil }
    }

    /// Stores a value for a time from now on, at most `longestTime`, and replaces the old value.
    ///
    /// Throws `.pluginProtocol` if the key is empty or over `longestKey`, or if the value is over `longestValue`.
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

    /// Removes an item.
    public func forget(_ key: String) { content.withLock { $0.remove(key) } }

    /// The items that have changed since the memory was made; nil for a removed item.
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

    /// Removes a tenth of the items at once, so that this does not happen for each new item.
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
