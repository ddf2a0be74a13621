public import FeedStages

/// The formats that come with Kawaraban.
public enum StandardFormats {
    /// Adds all of them to a registry.
    public static func add(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(MarkdownFormat.self)
        try registry.add(HTMLFormat.self)
        try registry.add(TextFormat.self)
        try registry.add(JSONFormat.self)
        try registry.add(JSONLinesFormat.self)
    }
}
