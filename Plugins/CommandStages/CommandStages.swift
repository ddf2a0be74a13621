public import FeedStages

/// Programs of others as stages: each is called `command`.
public enum CommandStages {
    /// Adds all of them to a registry.
    public static func add(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(CommandSource.self)
        try registry.add(CommandFilter.self)
        try registry.add(CommandSink.self)
    }
}
