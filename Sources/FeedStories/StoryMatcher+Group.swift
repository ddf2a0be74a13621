import FeedModel

extension StoryMatcher {
    /// Groups new articles with each other and into known stories.
    ///
    /// Neither the order of the articles nor their keys count: they are taken by date, then title, then address. The
    /// result has one placement for each article, in the order of `new`.
    public func group(_ new: [StoryArticle], into known: [KnownStory] = []) -> [StoryPlacement] {
        var grouping = StoryGrouping(self)
        return grouping.group(new, into: known)
    }
}
