import FeedModel

extension FeedFormat {
    /// Reads the format from the root element of a scanned document.
    init?(_ scanner: borrowing FeedScanner) {
        let version = scanner.channel.withView { view in
            view.fields.isEmpty ? nil : scanner.reader(view).attribute(.version, 0)
        }
        switch scanner.root {
        case .rss: self = Self.rss(version: version)
        case .rdf: self = scanner.hasRSS09Names ? .rss090 : .rss10
        case .feed:
            let isOld =
                scanner.rootNamespace?.lowercased().contains("purl.org/atom/ns") == true
                || version?.hasPrefix("0.") == true
            self = isOld ? .atom03 : .atom10
        // RSS 1.1 has `channel` as its root.
        case .channel: self = scanner.rootNamespace?.lowercased().contains("rss1.1") == true ? .rss10 : .cdf
        default: return nil
        }
    }

    private static func rss(version: String?) -> FeedFormat {
        // Some feeds write "0.91fn" or "2.0.1".
        switch version?.prefix(4) {
        case "0.90": .rss090
        case "0.91": .rss091
        case "0.92": .rss092
        case "0.93": .rss093
        case "0.94": .rss094
        case "1.0", "1.1": .rss10
        case let version? where version.hasPrefix("2"): .rss20
        default: .rss
        }
    }
}
