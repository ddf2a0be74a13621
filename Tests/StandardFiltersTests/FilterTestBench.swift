import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import StandardFilters

extension Candidate {
    static func with(
        _ title: String? = nil, key: String = "k", source: String = "zenn_swift", rank: Int = 0,
        seen: Timestamp = ManualClock().now, order: Int = 0, _ change: (inout Entry) -> Void = { _ in }
    ) -> Candidate {
        .testing(title, key: key, source: source, rank: rank, seen: seen, order: order, change)
    }
}

extension Node {
    /// A number test and the like, quoted.
    static func text(_ text: String) -> Node { Node(.scalar(text, isQuoted: true), at: .testing) }
}

/// Whether `keep` with this condition keeps the candidate.
func keeps(_ condition: Node, _ candidate: Candidate, zone: Zone = .utc) throws -> Bool {
    let (filter, diagnostics) = try KeepFilter.configured(condition)
    #expect(diagnostics == [])
    return filter.verdict(on: candidate, StubFilterContext(zone: zone)) == .keep
}

extension Batch {
    /// Titles of the entries still kept, in order.
    var keptTitles: [String] { candidates.filter { $0.verdict == .keep }.map { $0.entry.title ?? "" } }
}
