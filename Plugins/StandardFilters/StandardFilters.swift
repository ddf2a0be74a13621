public import FeedStages

/// The filters that come with Kawaraban.
public enum StandardFilters {
    /// Adds all of them to a registry. Throws if a filter has the same `type`.
    public static func add(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(KeepFilter.self)
        try registry.add(DropFilter.self)
        try registry.add(HoldUntilFilter.self)
        try registry.add(NewerThanFilter.self)
        try registry.add(DeduplicateFilter.self)
        try registry.add(StoriesFilter.self)
        try registry.add(SortFilter.self)
        try registry.add(TakeFilter.self)
        try registry.add(StripTrackingFilter.self)
    }
}
