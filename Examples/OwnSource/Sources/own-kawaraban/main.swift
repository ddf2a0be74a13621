import FeedCommand
import FeedStages
import StandardPlugins

func registry() throws(DuplicateStage) -> PluginRegistry {
    var registry = try StandardPlugins.registry()
    try registry.add(ReminderSource.self)
    return registry
}

KawarabanCommand.main(registry: try registry())
