public import FeedMessages

/// Why a path, a selector, a date pattern or a template is invalid.
public struct SelectorError: Error, Sendable, Hashable {
    /// The column of the error in characters, from 1. If something is missing at the end, it is one behind the last
    /// character.
    public var column: Int
    /// The error there, as half a sentence.
    public var reason: LocalizedText
    /// What to write instead, or nil.
    public var advice: LocalizedText?
    /// Whether the language allows this, and only this program does not support it.
    public var isUnsupported: Bool

    /// Creates an error.
    public init(column: Int, reason: LocalizedText, advice: LocalizedText? = nil, isUnsupported: Bool = false) {
        self.column = column
        self.reason = reason
        self.advice = advice
        self.isUnsupported = isUnsupported
    }

    /// The same error in a longer text, in which `characters` characters are before the part that was parsed.
    func moved(by characters: Int) -> SelectorError {
        var error = self
        error.column += characters
        return error
    }
}
