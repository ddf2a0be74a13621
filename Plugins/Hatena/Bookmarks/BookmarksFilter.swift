public import FeedConfiguration
import FeedModel
public import FeedStages

/// Sets the number `bookmarks` of entries of all sources: how many users of Hatena Bookmark have their pages.
///
/// It decides nothing. If the service does not answer, entries pass with the numbers that they have.
public struct BookmarksFilter: Filter {
    /// The value of `type` in the configuration: `bookmarks`.
    public static let type = "bookmarks"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.bookmarks")
    /// The option that the value of a short form fills: `from`.
    public static let mainOption: MainOption? = "from"

    private let configuration: Configuration
    private let services: Services

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) {
        self.configuration = configuration
        self.services = services
    }

    /// False: it reads addresses only.
    public var readsBodies: Bool { false }
    /// What orders, groups or chooses entries by their numbers.
    public var precedes: Set<String> { ["stories", "sort", "take"] }

    /// Asks for the counts that are not known or no longer fresh, and sets those that are known. Throws `.cancelled`, and
    /// the errors of keeping answers.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        var pages: [Int: String] = [:]
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            pages[index] = batch.candidates[index].entry.url.flatMap { PublicPage.address(of: $0, services) }
        }
        let counts = KnownCounts(context.memory, now: context.now)
        let wanted = pages.map { (page: $0.value, date: batch.candidates[$0.key].date) }
        let due = counts.due(wanted, maxAge: configuration.maxAge, limit: configuration.perRun)
        if let warning = try await ask(due, counts) { batch.warnings.append(warning) }
        for (index, page) in pages {
            guard let count = counts[page] else { continue }
            let own = batch.candidates[index].entry.numbers["bookmarks"] ?? 0
            batch.candidates[index].entry.numbers["bookmarks"] = max(own, count)
        }
    }

    /// Asks for pages and keeps the answers. Returns a warning once the service has failed for long.
    private func ask(_ pages: [String], _ counts: KnownCounts) async throws(StageError) -> StageError? {
        let silence = ServiceSilence(counts.memory, now: counts.now)
        guard !pages.isEmpty, silence.mayAsk else { return nil }
        let service = CountService(services.transport)
        var groups = CountService.groups(of: pages)
        var refusals = 0
        while let group = groups.popLast() {
            do throws(StageError) {
                let answer = try await service.counts(of: group)
                for page in group { try counts.keep(answer[page], of: page) }
            } catch  where error.code == .cancelled || error.code == .pluginProtocol {
                throw error
            } catch  where CountService.refusesAddress(error) && refusals < Self.mostRefusals {
                // One address can make the service refuse all of a request: each half is asked alone.
                refusals += 1
                if group.count == 1 {
                    try counts.keep(nil, of: group[0])
                } else {
                    groups.append(Array(group[(group.count / 2)...]))
                    groups.append(Array(group[..<(group.count / 2)]))
                }
            } catch {
                return try silence.warning(after: error)
            }
        }
        silence.end()
        return nil
    }

    /// The most refused requests of a run: enough to find two addresses among 50.
    private static let mostRefusals = 12
}

extension BookmarksFilter {
    /// The options of `bookmarks`: `from`, `max_age` and `per_run`.
    public struct Configuration: StageConfiguration {
        let maxAge: Duration
        let perRun: Int

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            // The user names who learns the addresses.
            _ = section.require("from", as: Origin.self, help: .message("option.bookmarks.from"))
            maxAge = section.option(
                "max_age", default: .seconds(6 * 3600), in: .seconds(600)...(.seconds(7 * 86_400)),
                help: .message("option.bookmarks.max_age"))
            perRun = section.option("per_run", default: 200, in: 1...2000, help: .message("option.bookmarks.per_run"))
        }
    }

    /// The services that count bookmarks.
    enum Origin: String, ConfigChoice { case hatena }
}
