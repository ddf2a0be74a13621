import FeedStages

/// The ids of the newest articles (at most 100) of the last complete fetch: 20 digits each, 2,000 bytes at most.
struct QiitaCursor: Sendable, Hashable {
    private static let capacity = 100
    private var ids: [String] = []

    init() {}

    init(_ cursor: Cursor) {
        var rest = cursor.rawValue.utf8[...]
        while rest.count >= QiitaID.length, ids.count < Self.capacity {
            let id = String(decoding: rest.prefix(QiitaID.length), as: UTF8.self)
            if QiitaID.isID(id) { ids.append(id) }
            rest = rest.dropFirst(QiitaID.length)
        }
    }

    var cursor: Cursor { Cursor(rawValue: ids.joined()) }

    /// Adds ids in their order, as far as there is room; they come newest first.
    mutating func add(_ others: [String]) {
        for id in others where ids.count < Self.capacity && QiitaID.isID(id) && !ids.contains(id) { ids.append(id) }
    }

    func holds(anyOf others: [String]) -> Bool { !Set(others).isDisjoint(with: ids) }
    func holds(all others: [String]) -> Bool { Set(others).isSubset(of: ids) }
}
