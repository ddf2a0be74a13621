public import FeedPages
public import FeedStages

extension Document {
    /// Why a page cannot be read as its source says: `.notAFeed` or `.selectorTooCostly`.
    public func refusal(_ error: PageError) -> StageError {
        switch error {
        case .empty: refusal(.notAFeed, found: "an empty document")
        case .outOfMemory: refusal(.notAFeed, found: "a page for which there is no memory")
        case .tooCostly(let selector), .notASelector(let selector): refusal(.selectorTooCostly, found: selector)
        }
    }
}
