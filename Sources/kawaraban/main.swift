import FeedCommand
import FeedStages

await KawarabanCommand.main(registry: PluginRegistry())
