import ArgumentParser
import FeedMessages
import FeedRendering
import FeedState
import FeedSystem
import Glibc

/// `kawaraban import newsboat FILE`: takes over the feeds of newsboat, and what it has fetched.
struct ImportNewsboatCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "newsboat",
        abstract: Surroundings.localized("help.import_newsboat"),
        discussion: Surroundings.localized("help.import_newsboat.discussion"))

    @OptionGroup var common: CommonOptions
    @OptionGroup var target: ImportTarget

    @Argument(help: .localized("help.import_newsboat.file", valueName: "urls"), completion: .file())
    var file: String

    @Option(help: .localized("help.import_newsboat.seen", valueName: "cache.db"), completion: .file())
    var seen: String?

    @Flag(help: .localized("help.import_newsboat.unread"))
    var unread = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let work = ListImport(context: context, common: common, origin: "newsboat", path: file, output: target.output)
        if let output = target.output { try await work.file.requireNew(output) }
        let bytes = try await work.file.read(file, allowsPipe: false)
        guard !bytes.contains(0) else {
            throw CommandFailure(
                .attention,
                work.file.line(.message("import.no_newsboat", ["file": .text(VisibleText.line(file, limit: 200))])))
        }
        let list = NewsboatURLs.read(bytes)
        try work.requireFeeds(list)
        let place = seen ?? OthersPlace.state(of: "cache.db", beside: file, folder: "newsboat")
        let cache = try await cache(at: place, work)
        let configuration = ListConfiguration(list)
        let text = configuration.text(remarks: work.remarks(on: list, configuration), context.localized)
        let plan = try await work.plan(of: configuration, text)
        work.tell(list, configuration)
        if let cache {
            let found = list.feeds.compactMap { cache.feeds[$0.key] }
            let unreadEntries = found.reduce(0) { $0 + $1.unreadEntries }
            if unreadEntries > 0 {
                // messages: import.unread_*
                work.tell(
                    .message(unread ? "import.unread_new" : "import.unread_seen", ["entries": .number(unreadEntries)]))
            }
            try await SeenImport(work: work).record(marks(list, cache, configuration), for: plan)
        } else {
            SeenImport(work: work).tellNothing(place)
        }
        try await work.write(text)
        return .done
    }

    private func cache(at path: String, _ work: ListImport) async throws(CommandFailure) -> NewsboatCache? {
        do throws(NewsboatCache.Fault) {
            return try await work.context.blocking.run { () throws(NewsboatCache.Fault) in try NewsboatCache(path) }
        } catch {
            if case .missing = error, seen == nil { return nil }
            let name: [String: MessageArgument] = ["file": .text(VisibleText.line(path, limit: 200))]
            let text: LocalizedText =
                switch error {
                case .missing: .message("file.missing", name)
                case .locked: .message("import.cache_locked", name)
                case .foreign: .message("import.cache_foreign", name)
                case .unreadable: .message("import.cache_unreadable", name)
                }
            throw CommandFailure(.attention, work.file.line(text))
        }
    }

    private func marks(
        _ list: SubscriptionList, _ cache: NewsboatCache, _ configuration: ListConfiguration
    ) -> [String: SeenImport.Seen] {
        var marks: [String: SeenImport.Seen] = [:]
        for feed in list.feeds {
            guard let source = configuration.namesByKey[feed.key], let found = cache.feeds[feed.key] else { continue }
            marks[source] = SeenImport.Seen(
                names: found.names + (unread ? [] : found.unread),
                entries: found.entries - (unread ? found.unreadEntries : 0))
        }
        return marks
    }
}
