import FeedJSON

/// The file `rss2email.json`: the entries of each feed that rss2email has seen.
struct RSS2EmailState {
    /// What it calls the entries, by the name of the feed.
    private(set) var seen: [String: [String]] = [:]

    private static let longestName = 8192

    /// Reads a file of version 1 or 2; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSONReader.read(bytes), let feeds = json["feeds"]?.array else { return nil }
        for feed in feeds {
            guard let name = feed["name"]?.string, let entries = feed["seen"]?.object else { continue }
            seen[name, default: []] += entries.members.map(\.name).filter { $0.utf8.count <= Self.longestName }
        }
    }

    /// feedparser resolves a guid that may be a link against the feed's address. Returns what it may have been before.
    static func unresolved(_ name: String, in feed: String) -> [String] {
        guard let slash = feed.lastIndex(of: "/"), name.hasPrefix("http") else { return [] }
        let folder = feed[...slash]
        guard name.hasPrefix(folder), name.count > folder.count else { return [] }
        return [String(name.dropFirst(folder.count))]
    }
}
