import FeedHTML
import FeedRendering

/// Writes a list of feeds as OPML 2.0.
struct OPMLText {
    /// One folder, or the feeds outside all of them.
    struct Folder {
        /// The title, or nil for feeds outside all folders.
        var title: String?
        var feeds: [(title: String?, address: String)] = []
    }

    let title: String
    let folders: [Folder]

    var bytes: [UInt8] {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#,
            "  <head><title>\(HTMLEscape.text(VisibleText.line(title)))</title></head>", "  <body>",
        ]
        for folder in folders {
            guard let title = folder.title else {
                lines += folder.feeds.map { "    " + Self.outline($0) }
                continue
            }
            lines.append("    <outline text=\"\(Self.attribute(title))\">")
            lines += folder.feeds.map { "      " + Self.outline($0) }
            lines.append("    </outline>")
        }
        lines += ["  </body>", "</opml>", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// `text` is required (OPML 2.0 §outline); a feed without a title of its own has an empty one.
    private static func outline(_ feed: (title: String?, address: String)) -> String {
        let title = attribute(feed.title ?? "")
        return "<outline type=\"rss\" text=\"\(title)\" xmlUrl=\"\(attribute(feed.address))\"/>"
    }

    private static func attribute(_ text: String) -> String { HTMLEscape.attribute(VisibleText.line(text)) }
}
