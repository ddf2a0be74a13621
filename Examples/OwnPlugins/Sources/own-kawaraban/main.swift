import FeedCommand
import FeedStages
import StandardPlugins

func registry() throws(DuplicateStage) -> PluginRegistry {
    var registry = try StandardPlugins.registry()
    try registry.add(ReminderSource.self)
    try registry.add(WorkdaysFilter.self)
    try registry.add(CSVFormat.self)
    try registry.add(CardsFormat.self)
    try registry.add(MattermostSink.self)
    return registry
}

KawarabanCommand.main(registry: try registry())
