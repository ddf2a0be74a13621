import FeedCommand
import StandardPlugins

KawarabanCommand.main(registry: try StandardPlugins.registry())
