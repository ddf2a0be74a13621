import FeedMessages
import FeedModel

/// The file `rss2email.cfg` of rss2email 3: options for all feeds, and a section for each.
struct RSS2EmailConfig {
    /// The feeds, with a folder for each address that mail goes to if there are several.
    private(set) var list = SubscriptionList()
    /// The feeds whose entries rss2email knows by their links, and those that it knows by hashes of their texts.
    private(set) var linked: Set<String> = []
    private(set) var hashed: Set<String> = []

    private var options: [String: [String: String]] = [:]

    /// Options that would change what is delivered, beside those of how a mail looks and where it goes.
    private static let telling = [
        "digest", "post-process", "digest-post-process", "reply-changes", "proxy", "bonus-header",
    ]

    /// Reads a file, or returns nil if it has no section of a feed.
    init?(_ bytes: [UInt8]) {
        let order = readSections(String(decoding: bytes, as: UTF8.self))
        guard !order.isEmpty else { return nil }
        var recipients: Set<String> = []
        for name in order { recipients.insert(value("to", of: name)) }
        for name in order {
            let address = value("url", of: name)
            let title = name.line(of: 200)
            guard !address.isEmpty else {
                list.leaveOut(title, because: .message("import.why.no_address"))
                continue
            }
            var feed = SubscriptionList.Feed(address: address.trimmedLine, title: title, key: name)
            feed.isActive = !isFalse(value("active", of: name))
            let recipient = value("to", of: name).line(of: 200)
            if recipients.count > 1, !recipient.isEmpty { feed.folders = [recipient] }
            if isTrue(value("trust-link", of: name)) { linked.insert(name) }
            if isFalse(value("trust-guid", of: name)) { hashed.insert(name) }
            list.add(feed)
        }
        list.folders = recipients.count > 1 ? recipients.count : 0
        tellOptions(order, recipients)
    }

    private mutating func tellOptions(_ order: [String], _ recipients: Set<String>) {
        for recipient in recipients.sorted() where !recipient.isEmpty {
            list.leaveOut("to = \(recipient)", because: .message("import.why.mail"))
        }
        for option in Self.telling {
            let users = order.filter {
                let given = value(option, of: $0)
                return !given.isEmpty && !isFalse(given)
            }
            guard let first = users.first else { continue }
            let what = users.count == order.count ? option : "\(option) (\(first)\(users.count > 1 ? ", …" : ""))"
            list.leaveOut(
                what, because: option == "digest" ? .message("import.why.digest") : .message("import.why.option"))
        }
    }

    private func value(_ option: String, of feed: String) -> String {
        options["feed." + feed]?[option] ?? options["DEFAULT"]?[option] ?? ""
    }

    private func isTrue(_ value: String) -> Bool { ["1", "yes", "true", "on"].contains(value.lowercased()) }
    private func isFalse(_ value: String) -> Bool { ["0", "no", "false", "off"].contains(value.lowercased()) }

    /// Reads the sections as Python's configparser does. Returns the names of the feeds in their order.
    private mutating func readSections(_ text: String) -> [String] {
        var (order, section): ([String], String?) = ([], nil)
        for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).prefix(200_000) {
            let isContinued = line.first == " " || line.first == "\t"
            let bare = String(line).trimmedLine
            guard !isContinued, !bare.isEmpty, !bare.hasPrefix("#"), !bare.hasPrefix(";") else { continue }
            if bare.hasPrefix("["), let end = bare.lastIndex(of: "]") {
                let name = String(bare[bare.index(after: bare.startIndex)..<end])
                section = name
                if name.hasPrefix("feed."), options[name] == nil { order.append(String(name.dropFirst(5))) }
                if options[name] == nil { options[name] = [:] }
            } else if let section, let sign = bare.firstIndex(where: { $0 == "=" || $0 == ":" }) {
                let key = String(bare[..<sign]).trimmedLine.lowercased()
                options[section]?[key] = String(bare[bare.index(after: sign)...]).trimmedLine
            }
        }
        return order
    }
}
