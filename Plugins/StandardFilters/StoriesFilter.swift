public import FeedConfiguration
import FeedMessages
import FeedModel
public import FeedStages
import FeedStories

/// Puts entries of several sources together that tell of one event. One of them is the head, and the others follow it:
/// later filters see the head alone. No entry is dropped, except those that come after their story was delivered, if
/// the user wants that.
public struct StoriesFilter: Filter {
    /// The value of `type` in the configuration: `stories`.
    public static let type = "stories"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.stories")

    /// The most entries of a story that stand together. Further ones stand together in turn, so that none is hidden.
    public static let mostEntries = 50

    private let configuration: Configuration

    /// False: it compares titles only.
    public var readsBodies: Bool { false }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Compares the kept entries with the stories of the last deliveries and with each other. Throws the state's errors.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        let kept = batch.candidates.indices.filter { batch.candidates[$0].verdict == .keep }
        guard !kept.isEmpty else { return }
        let history = try await context.storyHistory(within: configuration.within)
        // The whole list is shared, not copied.
        let candidates =
            kept.count == batch.candidates.count ? batch.candidates : kept.map { batch.candidates[$0] }
        let matching = StoryMatching(configuration.match, within: configuration.within, history, of: candidates)
        let groups = matching.groups(of: candidates)
        var replaced: [String: Candidate] = [:]
        var followers: Set<String> = []
        for group in groups {
            // One line of a page has room for so many.
            for part in group.members.parts(of: Self.mostEntries) {
                let head = headed(part, story: group.known, matching)
                replaced[head.key] = head
                followers.formUnion(head.followers.lazy.map(\.key))
            }
        }
        batch.candidates = batch.candidates.compactMap { candidate in
            if followers.contains(candidate.key) { return nil }
            if let head = replaced[candidate.key] { return head }
            return candidate.verdict == .keep ? headed([candidate], story: nil, matching) : candidate
        }
    }

    /// Returns the head of a part of a story, with the others as its followers.
    private func headed(
        _ members: [Candidate], story: StoryHistory.KeptStory?, _ matching: StoryMatching
    ) -> Candidate {
        var members = members
        var head = members.removeFirst()
        guard let story else {
            head.story = StoryMark(story: head.key, role: .head)
            head.followers = members.map { member in
                var member = member
                member.reasons += matching.reason(for: member, with: head).map { [$0] } ?? []
                return member
            }
            return head
        }
        let role: StoryPart.Role = configuration.afterDelivery == .show ? .remarked : .later
        head.story = StoryMark(story: story.key, role: role)
        let reason = matching.reason(for: head, with: story)
        if configuration.afterDelivery == .drop {
            head.verdict = .drop(because: reason ?? .message("verdict.story.told"), as: .told)
        } else {
            head.reasons += reason.map { [$0] } ?? []
        }
        head.followers = members
        return head
    }

    /// The options of `stories`: `within`, `match` and `after_delivery`.
    public struct Configuration: StageConfiguration {
        let within: Duration
        let match: Match
        let afterDelivery: AfterDelivery

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            within = section.option(
                "within", default: .seconds(72 * 3600), in: .seconds(3600)...(.seconds(30 * 86_400)),
                help: .message("option.stories.within"))
            match = section.option("match", default: .strict, help: .message("option.stories.match"))
            afterDelivery = section.option(
                "after_delivery", default: .brief, help: .message("option.stories.after_delivery"))
        }
    }

    /// How much two entries must have in common.
    enum Match: String, ConfigChoice {
        case strict, normal, loose
    }

    /// What becomes of an entry whose story was delivered before.
    enum AfterDelivery: String, ConfigChoice {
        case brief, drop, show
    }
}

extension [Candidate] {
    /// Returns the candidates in parts of at most `count`.
    fileprivate func parts(of count: Int) -> [[Candidate]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
