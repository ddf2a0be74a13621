public import FeedStages

/// Stages that run external programs; each has the type `command`.
public enum CommandStages {
    /// Adds all of them to a registry. Throws if a stage of one kind has the same `type`.
    public static func add(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(CommandSource.self)
        try registry.add(CommandFilter.self)
        try registry.add(CommandSink.self)
    }
}
