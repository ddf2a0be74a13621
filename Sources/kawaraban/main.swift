import FeedCommand
import StandardPlugins

await KawarabanCommand.main(registry: try StandardPlugins.registry())
