import FeedSelecting

/// Why a page cannot be read as its source says.
public enum PageError: Error, Sendable, Hashable {
    /// There is nothing in it.
    case empty
    /// There is no memory for its tree.
    case outOfMemory
    /// What is looked for would take too long: the selector, as it is written.
    case tooCostly(String)
    /// XPath that is none, as far as only libxml2 can tell: the selector, as it is written.
    case notASelector(String)
}
