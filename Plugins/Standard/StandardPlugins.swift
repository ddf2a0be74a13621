import CommandStages
import DiscordSink
public import FeedStages
import FileSink
import FileSource
import GoogleNews
import HTMLList
import Hatena
import JSONList
import MailSink
import MastodonSink
import NtfySink
import Qiita
import SlackSink
import StandardFilters
import StandardFormats
import StdoutSink
import TeamsSink
import WebFeed
import WebhookSink
import Zenn

/// The stages that come with Kawaraban. A package with its own stages adds them to this registry.
public enum StandardPlugins {
    /// Makes a registry with all standard stages. Throws if two stages of one kind have the same `type`.
    public static func registry() throws(DuplicateStage) -> PluginRegistry {
        var registry = PluginRegistry()
        try addSources(to: &registry)
        try addParsers(to: &registry)
        try StandardFilters.add(to: &registry)
        try registry.add(BookmarksFilter.self)
        try StandardFormats.add(to: &registry)
        try addSinks(to: &registry)
        try CommandStages.add(to: &registry)
        return registry
    }

    private static func addSources(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(QiitaSource.self)
        try registry.add(GoogleNewsSource.self)
        try registry.add(ZennSource.self)
        try registry.add(HatenaSource.self)
        try registry.add(FeedSource.self)
        try registry.add(JSONListSource.self)
        try registry.add(HTMLListSource.self)
        try registry.add(FileSource.self)
    }

    private static func addSinks(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(FileSink.self)
        try registry.add(StdoutSink.self)
        try registry.add(WebhookSink.self)
        try registry.add(SlackSink.self)
        try registry.add(DiscordSink.self)
        try registry.add(TeamsSink.self)
        try registry.add(NtfySink.self)
        try registry.add(MastodonSink.self)
        try registry.add(MailSink.self)
    }

    private static func addParsers(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(AutoParser.self)
        try registry.add(FeedParser.self)
    }
}
