import FeedJSON
import FeedModel
import FeedStages

/// The paging of a list (Qiita API v2 §Pagination). The body is a bare array; the links are in header fields.
enum QiitaPaging {
    /// The address of the next page, or nil after the last one.
    static func next(after response: HTTPResponse) -> String? {
        response.link(to: "next").flatMap { Address.resolve($0, against: response.finalURL) }
    }

    /// Throws `.redirectRefused` unless an address belongs to Qiita's API, because the token would be sent there.
    static func check(_ address: String) throws(StageError) {
        guard Address.origin(address) == "https://qiita.com:443",
            Address.parts(address)?.path.utf8.starts(with: "/api/v2/".utf8) == true
        else {
            throw StageError(
                .redirectRefused, subject: "https://qiita.com/", facts: [.address: String(address.prefix(256))])
        }
    }

    /// The ids on a page, empty texts for articles without one; empty if the body is no page.
    static func ids(in body: [UInt8]) -> [String] {
        let page = try? body.withUnsafeBufferPointer { (bytes) throws(JSONError) in try JSONReader.readCutting(bytes) }
        guard let items = page?.value.array else { return [] }
        return items.map { $0["id"]?.string ?? "" }
    }
}

/// The ids of the newest articles (at most 100) of the last complete fetch: 20 digits each, at most 2,000 bytes.
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

    /// Adds ids in their order, newest first, until there are 100.
    mutating func add(_ others: [String]) {
        for id in others where ids.count < Self.capacity && QiitaID.isID(id) && !ids.contains(id) { ids.append(id) }
    }

    func holds(anyOf others: [String]) -> Bool { !Set(others).isDisjoint(with: ids) }
}
