public import FeedMessages
public import FeedPages
public import FeedStages

extension PageTree {
    /// Why a selector finds nothing on a page that was not read whole; nil for one that was.
    public func cutWords(on selector: PageSelector) -> LocalizedText? {
        guard isSimplified else { return nil }
        return .message("lists.not_read_whole", ["selector": .text(selector.text)])
    }
}

extension Document {
    /// Why a page cannot be read as its source says: `.notAFeed`, `.selectorTooCostly`, or `.pageChanged` for XPath that cannot be asked.
    public func refusal(_ error: PageError) -> StageError {
        switch error {
        case .empty: refusal(.notAFeed, found: .message("document.empty"))
        case .outOfMemory: refusal(.notAFeed, found: .message("document.too_large_for_memory"))
        case .tooCostly(let selector): refusal(.selectorTooCostly, found: selector)
        case .notASelector(let selector):
            refusal(.pageChanged, found: .message("lists.no_xpath", ["selector": .text(selector)]))
        }
    }
}
