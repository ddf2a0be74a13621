public import FeedMessages

/// Why a path or a template cannot be used.
public struct SelectorError: Error, Sendable, Hashable {
    /// Where it went wrong, in characters from 1; one behind the last where something is missing at the end.
    public var column: Int
    /// What is wrong there, half a sentence.
    public var reason: LocalizedText
    /// What to write instead, or nil.
    public var advice: LocalizedText?
    /// Whether the language knows what stands there, and only this program does not.
    public var isUnsupported: Bool

    /// Makes an error.
    public init(column: Int, reason: LocalizedText, advice: LocalizedText? = nil, isUnsupported: Bool = false) {
        self.column = column
        self.reason = reason
        self.advice = advice
        self.isUnsupported = isUnsupported
    }

    /// The same in a text in which what was read begins behind so many characters.
    func moved(by characters: Int) -> SelectorError {
        var error = self
        error.column += characters
        return error
    }
}
