import FeedSelecting

/// Why a page cannot be read as configured.
public enum PageError: Error, Sendable, Hashable {
    /// The page is empty or only blanks.
    case empty
    /// There is not enough memory for the tree.
    case outOfMemory
    /// The search took more steps than allowed. The value is the selector as written.
    case tooCostly(String)
    /// The XPath failed on this page, for example because values have the wrong types. The value is the selector as
    /// written.
    case notASelector(String)
}
