import ArgumentParser
import FeedMessages
import FeedModel
import FeedRendering
import FeedSystem
import Glibc

/// `kawaraban import rss2email FILE`: takes over the feeds of rss2email, and what it has mailed.
struct ImportRSS2EmailCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "rss2email",
        abstract: Surroundings.localized("help.import_rss2email"),
        discussion: Surroundings.localized("help.import_rss2email.discussion"))

    @OptionGroup var common: CommonOptions
    @OptionGroup var target: ImportTarget

    @Argument(help: .localized("help.import_rss2email.file", valueName: "rss2email.cfg"), completion: .file())
    var file: String

    @Option(help: .localized("help.import_rss2email.seen", valueName: "rss2email.json"), completion: .file())
    var seen: String?

    /// Bytes of the state of rss2email, at most.
    private static let longestState = 128 << 20

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let work = ListImport(context: context, common: common, origin: "rss2email", path: file, output: target.output)
        if let output = target.output { try await work.file.requireNew(output) }
        guard let config = RSS2EmailConfig(try await work.file.read(file, allowsPipe: false)) else {
            throw CommandFailure(
                .attention,
                work.file.line(.message("import.no_rss2email", ["file": .text(VisibleText.line(file, limit: 200))])))
        }
        let place = seen ?? OthersPlace.state(of: "rss2email.json", beside: file, folder: nil)
        let state = try await self.state(at: place, work)
        let list = config.list
        try work.requireFeeds(list)
        let configuration = ListConfiguration(list)
        let text = configuration.text(remarks: work.remarks(on: list, configuration), context.localized)
        let plan = try await work.plan(of: configuration, text)
        work.tell(list, configuration)
        if let state {
            try await SeenImport(work: work).record(marks(config, state.0, until: state.1, configuration), for: plan)
        } else {
            SeenImport(work: work).tellNothing(place)
        }
        try await work.write(text)
        return .done
    }

    /// Reads what was seen, and when that was written; nil if there is no such file.
    private func state(
        at path: String, _ work: ListImport
    ) async throws(CommandFailure) -> (RSS2EmailState, Timestamp?)? {
        var status = stat()
        guard seen != nil || stat(path, &status) == 0 else { return nil }
        let bytes = try await work.file.read(path, limit: Self.longestState, allowsPipe: false)
        guard let state = RSS2EmailState(bytes) else {
            throw CommandFailure(
                .attention,
                work.file.line(
                    .message("import.no_rss2email_state", ["file": .text(VisibleText.line(path, limit: 200))])))
        }
        return (state, stat(path, &status) == 0 ? Timestamp(seconds: Int64(status.st_mtim.tv_sec)) : nil)
    }

    private func marks(
        _ config: RSS2EmailConfig, _ state: RSS2EmailState, until: Timestamp?, _ configuration: ListConfiguration
    ) -> [String: SeenImport.Seen] {
        var marks: [String: SeenImport.Seen] = [:]
        for feed in config.list.feeds {
            guard let source = configuration.namesByKey[feed.key], let names = state.seen[feed.key] else { continue }
            var found = SeenImport.Seen(
                names: names + names.flatMap { RSS2EmailState.unresolved($0, in: feed.address) }, entries: names.count)
            found.usesLinks = config.linked.contains(feed.key)
            found.usesTexts = config.hashed.contains(feed.key)
            found.until = until
            marks[source] = found
        }
        return marks
    }
}

/// Where other programs keep their files.
enum OthersPlace {
    /// The path of `name` beside `file`, else in the folder for data (`$XDG_DATA_HOME`, `~/.local/share`), there in
    /// `folder` if that is given.
    static func state(of name: String, beside file: String, folder: String?) -> String {
        let parent = PathParts(file).folder
        let beside = parent == "/" ? "/" + name : parent + "/" + name
        guard access(beside, F_OK) != 0 else { return beside }
        let variables = ProcessEnvironment.variables
        let data = variables["XDG_DATA_HOME"] ?? variables["HOME"].map { $0 + "/.local/share" }
        guard let data, !data.isEmpty else { return beside }
        let path = ([data] + [folder].compactMap(\.self) + [name]).joined(separator: "/")
        return access(path, F_OK) == 0 ? path : beside
    }
}
