public import FeedConfiguration
import FeedModel
public import FeedStages

/// Drops entries that another source has brought, too, or that were kept not long ago. Of those that meet, the one
/// whose source stands first in the pipeline stays, and tells what the others told.
public struct DeduplicateFilter: Filter {
    /// `deduplicate`.
    public static let type = "deduplicate"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.filter.deduplicate")

    private let configuration: Configuration

    /// No.
    public var readsBodies: Bool { false }

    /// As `window` says.
    public var comparisonWindow: Duration? { configuration.window }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Compares with what was kept within the window, then inside the batch.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        let kept = batch.candidates.indices.filter { batch.candidates[$0].verdict == .keep }
        var all: Set<Fingerprint> = []
        for index in kept {
            let fingerprints = fingerprints(of: batch.candidates[index].entry)
            batch.candidates[index].fingerprints.formUnion(fingerprints)
            all.formUnion(fingerprints)
        }
        let earlier = try await context.previouslyKept(all, within: configuration.window)
        var survivors: [Fingerprint: Int] = [:]
        for index in kept.sorted(by: { Self.isPreferred(batch.candidates[$0], to: batch.candidates[$1]) }) {
            let own = fingerprints(of: batch.candidates[index].entry)
            if let (print, entry) = own.lazy.compactMap({ print in earlier[print].map { (print, $0) } }).first {
                batch.candidates[index].verdict = .drop(
                    because: .message(
                        "verdict.same_as_delivered", ["kind": .text("\(print.kind)"), "source": .text(entry.source)]),
                    as: .duplicate)
                batch.candidates[index].sameAs = entry.key
            } else if let (print, survivor) = own.lazy.compactMap({ print in survivors[print].map { (print, $0) } })
                .first
            {
                batch.candidates[index].verdict = .drop(
                    because: .message(
                        "verdict.same_as",
                        ["kind": .text("\(print.kind)"), "source": .text(batch.candidates[survivor].source)]),
                    as: .duplicate)
                batch.candidates[index].sameAs = batch.candidates[survivor].key
            } else {
                for fingerprint in own { survivors[fingerprint] = index }
            }
        }
    }

    /// In the order of `by`, so that the reason for a verdict is always the same.
    private func fingerprints(of entry: Entry) -> [Fingerprint] {
        configuration.by.compactMap { kind in
            kind.text(of: entry).map { Fingerprint(kind: kind.rawValue, text: $0) }
        }
    }

    /// The order of the configuration decides, for when a fetch was over is chance; within a source, what was seen
    /// first.
    private static func isPreferred(_ left: Candidate, to right: Candidate) -> Bool {
        (left.sourceRank, left.firstSeen, left.documentOrder) < (right.sourceRank, right.firstSeen, right.documentOrder)
    }

    /// `by`, `window`.
    public struct Configuration: StageConfiguration {
        let by: [Kind]
        let window: Duration

        /// Reads the options.
        public init(from section: ConfigSection) {
            let kinds = section.option(
                "by", default: OneOrMany([Kind.url]), help: .message("option.deduplicate.by"))
            by = kinds.values.isEmpty ? [.url] : kinds.values
            window = section.option(
                "window", default: .seconds(30 * 86_400), in: .seconds(3600)...(.seconds(400 * 86_400)),
                help: .message("option.deduplicate.window"))
        }
    }

    /// By what two entries are the same.
    enum Kind: String, ConfigChoice {
        case url, title

        /// What is compared, or nil if the entry has none.
        func text(of entry: Entry) -> String? {
            switch self {
            case .url: return entry.url.map { Address.normalised(TrackingParameters.removed(from: $0)) }
            case .title:
                let words = Array(
                    Folding.fold(entry.title ?? "", ignoringCase: true)
                        .split { $0 <= UInt8(ascii: " ") }.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
                return words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
            }
        }
    }
}
