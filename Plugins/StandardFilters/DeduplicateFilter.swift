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

    /// False: it compares addresses and titles only.
    public var readsBodies: Bool { false }

    /// How far back entries are compared: the option `window`.
    public var comparisonWindow: Duration? { configuration.window }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Compares each entry with those kept within the window, then with the others of the batch. Throws the state's
    /// errors.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        let kept = batch.candidates.indices.filter { batch.candidates[$0].verdict == .keep }
        var all: Set<Fingerprint> = []
        for index in kept {
            let fingerprints = fingerprints(of: batch.candidates[index].entry)
            batch.candidates[index].fingerprints.formUnion(fingerprints)
            all.formUnion(fingerprints)
            all.formUnion(formerFingerprints(of: batch.candidates[index].entry))
        }
        let earlier = try await context.previouslyKept(all, within: configuration.window)
        var survivors: [Fingerprint: Int] = [:]
        for index in kept.sorted(by: { Self.isPreferred(batch.candidates[$0], to: batch.candidates[$1]) }) {
            let own = fingerprints(of: batch.candidates[index].entry)
            let stored = own + formerFingerprints(of: batch.candidates[index].entry)
            if let (print, entry) = stored.lazy.compactMap({ print in earlier[print].map { (print, $0) } }).first {
                batch.candidates[index].verdict = .drop(
                    because: .message(
                        "verdict.same_as_delivered", ["kind": Self.name(of: print), "source": .text(entry.source)]),
                    as: .duplicate)
                batch.candidates[index].sameAs = entry.key
            } else if let (print, survivor) = own.lazy.compactMap({ print in survivors[print].map { (print, $0) } })
                .first
            {
                batch.candidates[index].verdict = .drop(
                    because: .message(
                        "verdict.same_as",
                        ["kind": Self.name(of: print), "source": .text(batch.candidates[survivor].source)]),
                    as: .duplicate)
                batch.candidates[index].sameAs = batch.candidates[survivor].key
            } else {
                for fingerprint in own { survivors[fingerprint] = index }
            }
        }
    }

    private static func name(of print: Fingerprint) -> MessageArgument {
        // messages: verdict.same.*
        .message("verdict.same.\(print.kind)")
    }

    /// The fingerprints in the order of `by`, so that the reason for a verdict is always the same.
    private func fingerprints(of entry: Entry) -> [Fingerprint] {
        configuration.by.compactMap { kind in
            kind.text(of: entry).map { Fingerprint(kind: kind.rawValue, text: $0) }
        }
    }

    /// The fingerprints that an earlier version stored for such an entry.
    private func formerFingerprints(of entry: Entry) -> [Fingerprint] {
        guard configuration.by.contains(.title), let key = FormerTitle.key(entry.title) else { return [] }
        return [Fingerprint(kind: Kind.title.rawValue, text: key)]
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
                "by", default: OneOrMany([Kind.url]), help: .message("option.deduplicate.by"))
            by = kinds.values.isEmpty ? [.url] : kinds.values
            window = section.option(
                "window", default: .seconds(30 * 86_400), in: .seconds(3600)...(.seconds(400 * 86_400)),
                help: .message("option.deduplicate.window"))
        }
    }

    /// The property by which two entries are equal.
    enum Kind: String, ConfigChoice {
        case url, title

        /// The text to compare; nil if the entry has none.
        func text(of entry: Entry) -> String? {
            switch self {
            case .url: return entry.url.map { Address.normalised(TrackingParameters.removed(from: $0)) }
            case .title:
                let words = Array(
                    FoldedText(entry.title ?? "", ignoringCase: true).key
                        .split { $0 <= UInt8(ascii: " ") }.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
                return words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
            }
        }
    }
}
