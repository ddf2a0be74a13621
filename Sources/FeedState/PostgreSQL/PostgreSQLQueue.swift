/// Statements that wait to be sent together.
struct PostgreSQLQueue {
    struct Item {
        /// The name by which the server knows the statement.
        let statement: String
        let values: PostgreSQLValues
        /// The last value, which is not among `values`.
        let lent: [UInt8]?
    }

    /// How many items and bytes wait at most, about.
    private static let most = 256
    private static let mostBytes = 1 << 20

    private var items: [Item] = []
    private var size = 0

    var isEmpty: Bool { items.isEmpty }
    var isFull: Bool { items.count >= Self.most || size >= Self.mostBytes }

    mutating func add(_ item: Item) {
        items.append(item)
        size += item.values.size + (item.lent?.count ?? 0)
    }

    /// Empties the queue. Returns what was in it, in the order in which it came.
    mutating func removeAll() -> [Item] {
        defer { self = PostgreSQLQueue() }
        return items
    }
}
