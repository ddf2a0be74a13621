public import FeedConfiguration
import FeedModel
public import FeedStages

/// Drops entries that another source has, too, or that were kept within the window. Of equal entries it keeps the one
/// whose source comes first in the pipeline. A digest shows that entry with its duplicates.
public struct DeduplicateFilter: Filter {
    /// The value of `type` in the configuration: `deduplicate`.
    public static let type = "deduplicate"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.deduplicate")

    private let configuration: Configuration
    /// How many entries are compared at once.
    var comparedAtOnce = 10_000
    /// Of how many entries of a longer backlog it is found at once which of them must be compared.
    private var foundAtOnce: Int { min(1_000, comparedAtOnce) }

    /// False: it compares addresses, titles and dates only.
    public var readsBodies: Bool { false }

    /// How far back entries are compared: the option `window`.
    public var comparisonWindow: Duration? { configuration.window }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Compares each entry with those kept within the window, then with the others of the batch. Throws the state's
    /// errors.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        guard batch.candidates.count > comparedAtOnce else {
            return try await compare(batch.candidates.indices, of: &batch, sharing: [], context)
        }
        let (parts, shared) = try await parts(of: &batch, context)
        for part in parts { try await compare(part, of: &batch, sharing: shared, context) }
    }

    private func compare(
        _ indices: some Sequence<Int>, of batch: inout Batch, sharing shared: Set<Int>, _ context: some FilterContext
    ) async throws(StageError) {
        var comparison = BatchComparison(of: batch, at: indices, by: configuration.by, sharing: shared)
        comparison.recall(try await context.previouslyKept(comparison.prints, within: configuration.window))
        if configuration.by.contains(.article) { try comparison.noteShared(in: context.memory) }
        for (index, item) in comparison.items { batch.candidates[index].fingerprints.formUnion(item.stored) }
        let preferred = comparison.items.keys.sorted { left, right in
            let (first, second) = (batch.candidates[left], batch.candidates[right])
            if Self.isPreferred(first, to: second) { return true }
            // Of two that nothing else sets apart, the same one stays in each run.
            return left < right && !Self.isPreferred(second, to: first)
        }
        for index in preferred { comparison.place(index) }
        for group in comparison.groups.values { settle(group, in: &batch, context.passedOver) }
    }

    /// Returns the entries of a long backlog that have anything in common with others, in parts that have nothing in common
    /// with each other, and the hashes of shared keys. All entries get their fingerprints.
    private func parts(
        of batch: inout Batch, _ context: some FilterContext
    ) async throws(StageError) -> (parts: [[Int]], shared: Set<Int>) {
        var links = BacklogLinks(count: batch.candidates.count)
        for start in stride(from: 0, to: batch.candidates.count, by: foundAtOnce) {
            var items: [(index: Int, prints: [Fingerprint])] = []
            for index in start..<min(start + foundAtOnce, batch.candidates.count) {
                let item = ComparedEntry(batch.candidates[index], by: configuration.by)
                let isKept = batch.candidates[index].verdict == .keep
                links.note(item, at: index, isKept: isKept)
                guard isKept else { continue }
                batch.candidates[index].fingerprints.formUnion(item.stored)
                items.append((index, item.compared + item.recalled))
            }
            let prints = items.reduce(into: Set<Fingerprint>()) { $0.formUnion($1.prints) }
            let earlier = try await context.previouslyKept(prints, within: configuration.window)
            guard !earlier.isEmpty else { continue }
            for item in items {
                for print in item.prints { if let kept = earlier[print] { links.note(kept, at: item.index) } }
            }
        }
        let candidates = batch.candidates
        return links.parts(of: comparedAtOnce) { candidates[$0].source }
    }

    /// Gives the verdicts on the entries of a group: one stays, unless one of them was delivered.
    private func settle(_ group: BatchComparison.Group, in batch: inout Batch, _ passedOver: Set<String>) {
        if let delivered = group.delivered {
            for member in group.members {
                drop(member, in: &batch, as: delivered.key, reason: "verdict.same_as_delivered", of: delivered.source)
            }
            return
        }
        // Later filters did not keep those that were passed over, so another one gets its turn.
        guard
            let staying = group.members.first(where: { !passedOver.contains(batch.candidates[$0.index].key) })
                ?? group.members.first
        else { return }
        let (key, source) = (batch.candidates[staying.index].key, batch.candidates[staying.index].source)
        for member in group.members where member.index != staying.index {
            // The first one has no reason of its own: it is the same by what the one that stays was found by.
            let member = BatchComparison.Member(index: member.index, reason: member.reason ?? staying.reason)
            drop(member, in: &batch, as: key, reason: "verdict.same_as", of: source)
        }
    }

    private func drop(
        _ member: BatchComparison.Member, in batch: inout Batch, as key: String, reason: String, of source: String
    ) {
        // messages: verdict.same_as*
        // messages: verdict.same.*
        batch.candidates[member.index].verdict = .drop(
            because: .message(
                reason, ["kind": .message("verdict.same.\(member.reason ?? "")"), "source": .text(source)]),
            as: .duplicate)
        batch.candidates[member.index].sameAs = key
        // What the article is known by, in whatever form it came, is stored with the one that stays.
        batch.candidates[member.index].fingerprints = batch.candidates[member.index].fingerprints.filter {
            $0.kind == Kind.article.rawValue
        }
    }

    /// Whether the left entry is kept rather than the right one. The order of sources in the configuration decides,
    /// because the order of fetches is random. Within a source, the entry that was seen first is kept.
    private static func isPreferred(_ left: Candidate, to right: Candidate) -> Bool {
        (left.sourceRank, left.firstSeen, left.documentOrder) < (right.sourceRank, right.firstSeen, right.documentOrder)
    }

    /// The options of `deduplicate`: `by` and `window`.
    public struct Configuration: StageConfiguration {
        let by: [Kind]
        let window: Duration

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            let kinds = section.option(
                "by", default: OneOrMany([Kind.article]), help: .message("option.deduplicate.by"))
            by = kinds.values.isEmpty ? [.article] : kinds.values
            window = section.option(
                "window", default: .seconds(30 * 86_400), in: .seconds(3600)...(.seconds(400 * 86_400)),
                help: .message("option.deduplicate.window"))
        }
    }

    /// What must be equal for two entries to be the same. `article` is decided by several properties.
    enum Kind: String, ConfigChoice {
        case article, url, title
    }
}
