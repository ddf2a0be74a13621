public import FeedMessages
public import FeedPages
public import FeedStages

extension PageTree {
    /// Returns why a selector can find nothing on a simplified page; nil if the page is not simplified.
    public func cutWords(on selector: PageSelector) -> LocalizedText? {
        guard isSimplified else { return nil }
        return .message("lists.not_read_whole", ["selector": .text(selector.text)])
    }
}

extension Document {
    /// Returns the error for a page that cannot be read as configured: `.notAFeed`, `.selectorTooCostly`, or
    /// `.pageChanged` if the XPath fails on this page.
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
