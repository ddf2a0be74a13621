import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// Records in the state what another program has shown.
struct SeenImport {
    /// What was seen of a feed.
    struct Seen {
        /// What the program calls the entries; an entry may have several names.
        var names: [String]
        var entries: Int
        var usesLinks = false
        var usesTexts = false
        var until: Timestamp?
    }

    let work: ListImport
    private var context: CommandContext { work.context }

    /// The state that gets it: that of `--state`, else the one beside the new configuration. Nil if there is neither.
    private var hasPlace: Bool { work.output != nil || work.common.state != nil }

    /// Records what was seen, by the name of the source. It is to be done before the configuration is written: one
    /// without it would deliver everything once more.
    func record(_ seen: [String: Seen], for plan: Plan) async throws(CommandFailure) {
        let entries = seen.values.reduce(0) { $0 + $1.entries }
        guard entries > 0 else { return }
        guard hasPlace else {
            return work.tell(.message("import.seen_needs_output", ["entries": .number(entries)]))
        }
        let services = DependencyFactory(context, work.common).services(for: plan.settings)
        let feeds = plan.sources.compactMap { source -> SeenElsewhere? in
            // The plan was read without an error, so every source can be made.
            guard let found = seen[source.name], let stages = try? source.make(services) else { return nil }
            var feed = SeenElsewhere(
                key: FeedKey(of: stages.source, type: source.type), program: work.origin, names: found.names)
            (feed.usesLinks, feed.usesTexts, feed.until) = (found.usesLinks, found.usesTexts, found.until)
            return feed
        }
        let now = SystemClock().now
        do throws(StageError) {
            let state = try await StateFile.open(
                plan.settings.state, folder: plan.settings.directory, now: now)
            try await state.record(feeds, now: now)
            try await state.close()
        } catch {
            throw StateReading.failure(error, context.localized)
        }
        work.tell(.message("import.seen", ["entries": .number(entries), "feeds": .number(feeds.count)]))
    }

    /// Tells that there is no file with what was seen.
    func tellNothing(_ path: String) {
        work.tell(.message("import.nothing_seen", ["file": .text(VisibleText.line(path, limit: 200))]))
    }
}
