public import FeedJSON
public import FeedSelecting
public import FeedStages

/// How a kind of list is read. It contains the differences between JSON and pages.
public protocol ListReading: Sendable {
    /// A place in a document: a path or a selector.
    associatedtype Place: ListPlace
    /// The content of one page of the list.
    associatedtype Page: ListPage<Place>

    /// The `Accept` header field of requests.
    var accept: String { get }
    /// Reads a document. Returns nil if it cannot be read; the parser then reports the reason.
    func page(_ document: Document) -> Page?
}

extension ListReading {
    /// The `Accept` header field of browsers, which servers of pages expect.
    public static var acceptOfPages: String { "text/html, application/xhtml+xml, */*;q=0.8" }
}

/// The content of one page of a list, apart from its entries.
public protocol ListPage<Place> {
    /// A place in the page: a path or a selector.
    associatedtype Place

    /// The ids of the page's entries, in their order.
    var ids: [String] { get }
    /// Returns a text or a number, or nil if there is none. Throws `StageError` if the search fails.
    func value(at place: Place) throws(StageError) -> JSONValue?
}
