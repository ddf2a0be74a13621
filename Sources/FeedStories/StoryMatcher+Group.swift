public import FeedModel

extension StoryMatcher {
    /// Groups new articles with each other and into known stories.
    ///
    /// Neither the order of the articles nor their keys count: they are taken by date, then title, then address. The
    /// result has one placement for each article, in the order of `new`.
    public func group(_ new: [StoryArticle], into known: [KnownStory] = []) -> [StoryPlacement] {
        let placed = StoryGrouping.grouped(self, dates: new.map(\.date), into: known) { new[$0] }
        return zip(new, placed).map { article, placed in
            StoryPlacement(
                key: article.key, story: placed.story, score: placed.score.map(Double.init),
                isSameArticle: placed.isSameArticle)
        }
    }

    /// Groups new articles as `group` does, without having all of them in memory. Returns the story of each of `dates`.
    ///
    /// - Parameters:
    ///   - dates: the dates of the articles.
    ///   - known: the known stories.
    ///   - article: returns the article at an index of `dates`: always the same one, and with that date. It may be called
    ///     several times for an index.
    public func stories(
        of dates: [Timestamp], into known: [KnownStory], article: @escaping (Int) -> StoryArticle
    ) -> [StoryPlacement.Story] {
        StoryGrouping.grouped(self, dates: dates, into: known, article).map(\.story)
    }
}
