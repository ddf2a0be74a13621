import FeedSelecting

/// Why a page cannot be read as its source says.
public enum PageError: Error, Sendable, Hashable {
    /// There is nothing in it.
    case empty
    /// There is no memory for its tree.
    case outOfMemory
    /// What is looked for would take too long: the selector, as it is written.
    case tooCostly(String)
    /// XPath whose values do not fit each other, as only a page shows: the selector, as it is written.
    case notASelector(String)
}
