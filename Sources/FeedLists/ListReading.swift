public import FeedJSON
public import FeedSelecting
public import FeedStages

/// How a kind of list is read: what differs between JSON and pages.
public protocol ListReading: Sendable {
    /// Where something stands in a document: a path, a selector.
    associatedtype Place: ListPlace
    /// What a document says of its list.
    associatedtype Page: ListPage<Place>

    /// The `Accept` field of requests.
    var accept: String { get }
    /// Takes a document apart; nil where it cannot be read: the parser refuses it with a reason.
    func page(_ document: Document) -> Page?
}

extension ListReading {
    /// The `Accept` field of requests for pages: as of browsers, for which servers are made.
    public static var acceptOfPages: String { "text/html, application/xhtml+xml, */*;q=0.8" }
}

/// What a document says of the list as a whole.
public protocol ListPage<Place> {
    /// Where something stands in it.
    associatedtype Place

    /// What its entries are known by, in their order.
    var ids: [String] { get }
    /// A text or a number, or nil if there is none in that place; throws where that cannot be told.
    func value(at place: Place) throws(StageError) -> JSONValue?
}
