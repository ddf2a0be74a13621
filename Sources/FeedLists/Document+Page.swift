public import FeedPages
public import FeedStages

extension Document {
    /// Why a page cannot be read as its source says: `.notAFeed`, `.selectorTooCostly`, or `.pageChanged` for XPath that cannot be asked.
    public func refusal(_ error: PageError) -> StageError {
        switch error {
        case .empty: refusal(.notAFeed, found: "an empty document")
        case .outOfMemory: refusal(.notAFeed, found: "a page for which there is no memory")
        case .tooCostly(let selector): refusal(.selectorTooCostly, found: selector)
        case .notASelector(let selector):
            refusal(.pageChanged, found: "`\(selector)` asks for a function or a variable that XPath 1.0 has not")
        }
    }
}
