import Foundation

/// A feed that issues entries with numbers, and remembers which it has issued: the oracle of delivery tests.
struct IssuedFeed {
    let file: String
    /// How many entries the feed shows at a time.
    let window: Int
    /// When each entry was issued; undated ones that come minutes after others would be taken for a flood of old ones.
    private var dates: [String] = []

    init(file: String, window: Int = 2000) {
        self.file = file
        self.window = window
    }

    private var issued: Int { dates.count }

    /// Every id that was shown, oldest first.
    var ids: [String] { (0..<issued).map { "\(file)-\($0)" } }

    /// Issues `count` more entries and writes the feed.
    mutating func issue(_ count: Int, in workplace: Workplace) throws {
        issue(count)
        try workplace.write(file, document)
    }

    /// Issues `count` more entries.
    mutating func issue(_ count: Int) {
        dates += Array(repeating: Date().ISO8601Format(), count: count)
    }

    /// The feed as it is now.
    var document: String {
        let items = (max(0, issued - window)..<issued).reversed().map { number in
            """
            <item><guid isPermaLink="false">\(file)-\(number)</guid><title>Entry \(number) of \(file)</title>\
            <link>https://example.com/\(file)/\(number)</link><pubDate>\(dates[number])</pubDate>\
            <description>&lt;p&gt;瓦版 \(String(repeating: "text ", count: 40))&lt;/p&gt;</description></item>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>\(file)</title><link>https://example.com/</link>
            <description>issued</description>
            \(items.joined(separator: "\n"))
            </channel></rss>
            """
    }
}

/// The ids in a file of JSON lines, in order; throws if a line is torn.
func ids(inJSONLines text: String) throws -> [String] {
    try text.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard let id = object?["id"] as? String else { throw TornLine(text: String(line.prefix(80))) }
        return id
    }
}

struct TornLine: Error {
    let text: String
}
