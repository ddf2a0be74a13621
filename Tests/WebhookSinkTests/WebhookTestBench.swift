import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting

/// A format with a foretellable rendering, of another type than JSON.
struct TitlesFormat: DigestFormat {
    static let type = "stub"
    static let summary: LocalizedText = "titles"
    static let isAppendable = false
    static let mediaType = "text/stub"
    init(_ configuration: NoOptions, services: Services) {}
    init() {}
    func render(_ digest: Digest) -> [UInt8] {
        Array(digest.entries.map { $0.entry.title ?? "" }.joined(separator: ",").utf8)
    }
}

extension Digest {
    /// A digest of entries that are as many hours old as they say.
    static func of(_ entries: [(title: String, hours: Int)]) -> Digest {
        let now = ManualClock().now
        return Digest(
            pipeline: "morning", title: "Morning", generatedAt: now, from: nil, to: now,
            zone: Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600), locale: .en,
            sections: [
                DigestSection(
                    title: "",
                    entries: entries.map { title, hours in
                        var entry = Entry()
                        entry.title = title
                        entry.published = now - .seconds(hours * 3600)
                        return DigestEntry(
                            key: "k_\(title)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: now)
                    })
            ])
    }
}

extension HTTPRequest {
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value.reveal() }
}
