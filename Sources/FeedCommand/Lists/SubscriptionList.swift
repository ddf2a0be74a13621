import FeedMessages
import FeedModel
import FeedParsing
import FeedRendering
import FeedStages

/// A list of feeds that another program made, with everything that has no place in a configuration.
struct SubscriptionList {
    /// One feed of the list.
    struct Feed: Hashable {
        /// The address, `http` or `https`, without a user and a password.
        var address: String
        /// The title that the list gives it, or nil.
        var title: String?
        /// The folders that it is in, the outermost first; empty outside all of them.
        var folders: [String] = []
        /// The name of the user whom its server asks for, with whom the password is missing here; or nil.
        var user: String?
        /// Whether there was no password beside the user, so that the name alone gives access.
        var isUserSecret = false
        /// Whether the other program fetched it.
        var isActive = true
        /// What the other program called it, to find what was seen; empty if it has no name there.
        var key = ""

        /// Removes a title that shows a secret of the address, as the address itself does in place of a title.
        fileprivate mutating func hideTitle(holding secrets: [String]) {
            guard let text = title else { return }
            if secrets.contains(where: { text.contains($0) && ($0.utf8.count >= 8 || text.contains("://")) }) {
                title = nil
            }
        }
    }

    /// What is not taken over, and why.
    struct LeftOut: Hashable {
        /// The line, the address or the option, as it may be shown.
        var what: String
        /// Why, and what to do instead.
        var why: LocalizedText
    }

    /// The feeds, each address once.
    private(set) var feeds: [Feed] = []
    /// How many folders the list has.
    var folders = 0
    /// What is not taken over, in the order of the file.
    private(set) var leftOut: [LeftOut] = []
    /// How many feeds were there more than once.
    private(set) var duplicates = 0
    /// What was mended.
    var repairs: [Repair] = []
    /// Whether the file has its end.
    var isComplete = true

    private var known: Set<String> = []

    /// The most remarks that are kept.
    private static let mostLeftOut = 1000

    /// Adds a feed, unless its address is there already or cannot be one.
    mutating func add(_ feed: Feed) {
        var feed = feed
        // Invisible characters come along when an address is copied from a page.
        feed.address = Self.webAddress(VisibleText.line(feed.address))
        guard Address.isHTTP(feed.address), let parts = Address.parts(feed.address), parts.port != 0,
            let host = parts.host, !host.isEmpty
        else {
            return leaveOut(feed.address, because: Self.reason(feed.address))
        }
        if let userInfo = parts.userInfo, let bare = Address.withoutUserInfo(feed.address) {
            feed.user = String(userInfo.prefix { $0 != ":" })
            feed.isUserSecret = userInfo.drop { $0 != ":" }.dropFirst().isEmpty
            feed.address = bare
            feed.hideTitle(holding: [String(userInfo)])
        }
        var values: [String] = []
        _ = AddressOption.replacingSecrets(in: feed.address) { _, value in
            values.append(value)
            return ""
        }
        feed.hideTitle(holding: values)
        guard known.insert(Address.normalised(feed.address)).inserted else {
            duplicates += 1
            return
        }
        feeds.append(feed)
    }

    /// Notes what is not taken over.
    mutating func leaveOut(_ what: String, because why: LocalizedText) {
        guard leftOut.count < Self.mostLeftOut else { return }
        // A password with `/`, `?` or `#` in it ends the name of the host, so that the address is left out.
        let bare = what.replacing(/:\/\/\S*@/, with: "://")
        // What a program is called with may be a secret in any form.
        let isProgram = ["exec:", "filter:", "|"].contains { bare.lowercased().hasPrefix($0) }
        let call = isProgram ? String(bare.prefix { !$0.isWhitespace }) : bare
        let told = call == bare ? call : call + " …"
        let shown = AddressOption.replacingSecrets(in: told) { _, _ in "…" }
        leftOut.append(LeftOut(what: VisibleText.line(shown, limit: 200), why: why))
    }

    /// `feed://…` and `feed:https://…`, as browsers wrote them.
    private static func webAddress(_ address: String) -> String {
        guard address.lowercased().hasPrefix("feed:") else { return address }
        let rest = String(address.dropFirst(5))
        return rest.hasPrefix("//") ? "https:" + rest : rest
    }

    private static func reason(_ address: String) -> LocalizedText {
        let lower = address.lowercased()
        if lower.hasPrefix("exec:") || lower.hasPrefix("|") { return .message("import.why.exec") }
        if lower.hasPrefix("filter:") { return .message("import.why.filter") }
        if lower.hasPrefix("query:") { return .message("import.why.query") }
        if lower.hasPrefix("file:") || lower.hasPrefix("/") { return .message("import.why.file") }
        return .message("import.why.not_http")
    }
}

extension SubscriptionList {
    /// Makes a list of an OPML document. A feed outside all folders goes into that of its first category.
    init(_ document: OPMLDocument) {
        for feed in document.feeds {
            let folders = feed.folders.isEmpty ? feed.categories.first.map(Self.folders) ?? [] : feed.folders
            add(Feed(address: feed.address, title: feed.title, folders: folders))
        }
        for address in document.included { leaveOut(address, because: .message("import.why.include")) }
        folders = document.folders
        repairs = document.repairs
        isComplete = document.isComplete
    }

    /// The folders of a category: `/Boston/Weather` is one in another (OPML 2.0 §category).
    private static func folders(_ category: String) -> [String] {
        guard category.hasPrefix("/") else { return [category] }
        return category.split(separator: "/").map(String.init)
    }
}
