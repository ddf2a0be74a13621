package import FeedConfiguration
package import FeedStages
package import FeedState

/// The options that every source has; `defaults:` gives them for all sources.
package struct CommonSourceOptions: Sendable {
    /// How often it is asked.
    package var refresh = Refresh.everyRun
    /// What of it is new at first sight.
    package var firstRun = FirstRun.newest(20)
    /// How its entries are told apart.
    package var identity = IdentityChoice.auto
    /// Whether old articles that come as new are held.
    package var hasFloodGuard = true
    /// Whether it is asked at all.
    package var isEnabled = true
    /// Entries a document.
    package var maxEntries = 10_000
    /// Limits and politeness.
    package var policy = HTTPPolicy()
    /// The secrets that `defaults:` gave for all sources.
    var secrets: [Secret] = []
    /// What `defaults:` lacks, each with the option that needs it.
    var lacks: [(option: String, lack: Lack)] = []

    package init() {}

    /// What the manual says of them, `title` and `parser` first.
    package static var manual: [OptionSpec] {
        ConfigSection.manual { section in
            _ = readTitle(section)
            _ = readParser(section)
            var options = CommonSourceOptions()
            options.read(section)
        }
    }

    /// The one of these options whose word a source may use for another thing; its title comes from `defaultTitle` then.
    package static let titleKey = "title"

    static func readTitle(_ section: ConfigSection) -> String? {
        section.option(titleKey, as: String.self, help: "title for people; the feed's own if left out")
    }

    static func readParser(_ section: ConfigSection) -> String {
        section.option("parser", default: "auto", help: "what reads its documents; auto: the bytes say")
    }

    /// Whether what an option of `defaults:` lacks is lacking for a source, which may have one of its own instead.
    func isInherited(_ option: String, _ lack: Lack, by section: ConfigSection) -> Bool {
        let fields = (section.node["headers"]?.map ?? []).map { $0.key.lowercased() }
        switch option {
        case "auth": return !section.isGiven("auth") && !fields.contains("authorization")
        case "headers":
            let name = lack.path.split(separator: ".").dropFirst(2).first.map { $0.lowercased() }
            if name == "authorization", section.isGiven("auth") { return false }
            return !fields.contains { $0 == name }
        default: return !section.isGiven(option)
        }
    }

    /// Reads what a section gives; the rest stays.
    mutating func read(_ section: ConfigSection) {
        refresh = section.option(
            "refresh", default: refresh,
            help: "at each run, not more often than this, or auto: the feed's own rhythm and cache headers")
        firstRun = section.option(
            "first_run", default: firstRun, help: "what counts as new when it is seen for the first time")
        identity = section.option(
            "identity", default: identity,
            help: "by what entries are known again; auto: the guid, unless the feed shows that it means nothing")
        hasFloodGuard = section.option(
            "flood_guard", default: hasFloodGuard,
            help: "whether old entries that come as new, and many at once, are held until you decide")
        isEnabled = section.option("enabled", default: isEnabled, help: "whether it is asked at all")
        maxEntries = section.option(
            "max_entries", default: maxEntries, in: 1...1_000_000, help: "entries a document; the newest are kept")
        readPolicy(section)
    }

    private mutating func readPolicy(_ section: ConfigSection) {
        policy.timeout = section.option(
            "timeout", default: policy.timeout, in: .seconds(1)...(.seconds(3600)), help: "longest time of one transfer"
        )
        let size = section.option(
            "max_body", default: ByteSize(bytes: policy.maxBody), in: ByteSize(bytes: 1024)...ByteSize(bytes: 1 << 30),
            help: "largest body, decoded")
        policy.maxBody = size.bytes
        policy.connectionsPerHost = section.option(
            "connections_per_host", default: policy.connectionsPerHost, in: 1...64,
            help: "connections to one host at a time")
        policy.delay = section.option(
            "delay", default: policy.delay, in: .zero...(.seconds(3600)), help: "pause between two requests to one host"
        )
        policy.rate =
            section.option(
                "rate", as: Rate.self,
                help: "requests to its server at most, over runs; shared with sources of the same rate and credential")
            ?? policy.rate
        policy.userAgent =
            section.option("user_agent", as: UserAgent.self, help: "instead of our own")?.text
            ?? policy.userAgent
        if let headers = section.option("headers", as: HTTPHeaders.self, help: "header fields; values may be secrets") {
            let names = Set(headers.fields.map { $0.name.lowercased() })
            policy.headers = policy.headers.filter { !names.contains($0.name.lowercased()) } + headers.fields
            let place = section.node["auth"]?.place
            if let place, names.contains("authorization") {
                section.report(
                    "\(section.path): `auth` and the header field Authorization are one thing", at: place,
                    suggestion: "remove one of them")
            }
        }
        if let auth = section.option("auth", as: HTTPAuthorization.self, help: "the Authorization field") {
            policy.headers = policy.headers.filter { $0.name.lowercased() != "authorization" } + [auth.field]
        }
        policy.caFile =
            section.option("ca_file", as: CertificateFile.self, help: "trusts these authorities, not the system's")?
            .path
            ?? policy.caFile
    }
}

/// A `User-Agent` field's value.
private struct UserAgent: ConfigValue {
    let text: String
    static var typeName: String { "text without line breaks" }
    static var placeholder: UserAgent { UserAgent(text: "") }
    var manualText: String { text }
    static func read(_ node: Node, in section: ConfigSection) -> UserAgent? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if !text.isEmpty, text.utf8.count <= 500, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
            return UserAgent(text: text)
        }
        section.reportMismatch(node, expected: "\(typeName), 1…500 bytes")
        return nil
    }
}

extension Refresh: ConfigValue {
    /// Each run, a duration or the feed's rhythm.
    package static var typeName: String { "run, auto, or a duration such as 1h" }
    /// Each run.
    package static var placeholder: Refresh { .everyRun }
    /// Takes `run`, `auto` or a duration above zero.
    package static func read(_ node: Node, in section: ConfigSection) -> Refresh? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if text == "run" { return .everyRun }
        if text == "auto" { return .automatic }
        guard text.utf8.first.map({ (0x30...0x39).contains($0) }) == true else {
            section.reportMismatch(node, expected: typeName)
            return nil
        }
        guard let duration = Duration.read(node, in: section) else { return nil }
        if duration > .zero { return .every(duration) }
        section.reportMismatch(node, expected: typeName, suggestion: "at each run: `run`")
        return nil
    }
    /// As in the configuration.
    package var manualText: String {
        switch self {
        case .everyRun: "run"
        case .every(let duration): duration.manualText
        case .automatic: "auto"
        }
    }
}

extension FirstRun: ConfigValue {
    /// Everything, nothing or a number.
    package static var typeName: String { "all, none or a number of entries" }
    /// Nothing.
    package static var placeholder: FirstRun { .none }
    /// Takes `all`, `none` or a number up to 1,000,000.
    package static func read(_ node: Node, in section: ConfigSection) -> FirstRun? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        switch text {
        case "all": return .all
        case "none", "0": return FirstRun.none
        default:
            let isNumber = text.utf8.count <= 7 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            if isNumber, let count = Int(text), (1...1_000_000).contains(count) { return .newest(count) }
            section.reportMismatch(node, expected: typeName)
            return nil
        }
    }
    /// As in the configuration.
    package var manualText: String {
        switch self {
        case .all: "all"
        case .none: "none"
        case .newest(let count): "\(count)"
        }
    }
}
