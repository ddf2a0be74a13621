package import FeedConfiguration
import FeedMessages
package import FeedStages
package import FeedState

/// The options that every source has. `defaults:` sets them for all sources.
package struct CommonSourceOptions: Sendable {
    /// How often the source is fetched.
    package var refresh = Refresh.everyRun
    /// How many entries of the first fetch count as new.
    package var firstRun = FirstRun.newest(20)
    /// How the source's entries are identified.
    package var identity = IdentityChoice.auto
    /// Whether old entries that suddenly appear as new are held.
    package var hasFloodGuard = true
    /// Whether the source is fetched at all.
    package var isEnabled = true
    /// Whether the source is a selection, or nil for what its plugin says.
    package var isSelection: Bool?
    /// The most entries that are read from a document.
    package var maxEntries = 10_000
    /// Limits, headers and pauses of the source's requests.
    package var policy = HTTPPolicy()
    /// The secrets that `defaults:` gave for all sources.
    var secrets: [Secret] = []
    /// The missing values of `defaults:`, each with the option that needs it.
    var unavailableValues: [(option: String, unavailable: UnavailableValue)] = []

    package init() {}

    /// The manual's entries for these options, `title` and `parser` first.
    package static var manual: [OptionSpec] {
        ConfigSection.manual { section in
            _ = readTitle(section)
            _ = readParser(section)
            var options = CommonSourceOptions()
            options.read(section)
        }
    }

    /// The only common option whose key a source may use itself. Its title is `defaultTitle` then.
    package static let titleKey = "title"

    static func readTitle(_ section: ConfigSection) -> String? {
        section.option(titleKey, as: String.self, help: .message("option.source.title"))
    }

    static func readParser(_ section: ConfigSection) -> String {
        section.option("parser", default: "auto", help: .message("option.source.parser"))
    }

    /// Whether a source inherits a missing value of `defaults:`; it does not if it sets the option itself.
    func isInherited(_ option: String, _ unavailable: UnavailableValue, by section: ConfigSection) -> Bool {
        let fields = (section.node["headers"]?.map ?? []).map { $0.key.lowercased() }
        switch option {
        case "auth": return !section.isGiven("auth") && !fields.contains("authorization")
        case "headers":
            let name = unavailable.path.split(separator: ".").dropFirst(2).first.map { $0.lowercased() }
            if name == "authorization", section.isGiven("auth") { return false }
            return !fields.contains { $0 == name }
        default: return !section.isGiven(option)
        }
    }

    /// Reads the options that a section has. The others keep their values.
    mutating func read(_ section: ConfigSection) {
        refresh = section.option(
            "refresh", default: refresh,
            help: .message("option.source.refresh"))
        firstRun = section.option(
            "first_run", default: firstRun, help: .message("option.source.first_run"))
        identity = section.option(
            "identity", default: identity,
            help: .message("option.source.identity"))
        hasFloodGuard = section.option(
            "flood_guard", default: hasFloodGuard,
            help: .message("option.source.flood_guard"))
        isEnabled = section.option("enabled", default: isEnabled, help: .message("option.source.enabled"))
        isSelection =
            section.option("selection", as: Bool.self, help: .message("option.source.selection")) ?? isSelection
        maxEntries = section.option(
            "max_entries", default: maxEntries, in: 1...1_000_000, help: .message("option.source.max_entries"))
        readPolicy(section)
    }

    private mutating func readPolicy(_ section: ConfigSection) {
        policy.timeout = section.option(
            "timeout", default: policy.timeout, in: .seconds(1)...(.seconds(3600)),
            help: .message("option.source.timeout")
        )
        let size = section.option(
            "max_body", default: ByteSize(bytes: policy.maxBody), in: ByteSize(bytes: 1024)...ByteSize(bytes: 1 << 30),
            help: .message("option.source.max_body"))
        policy.maxBody = size.bytes
        policy.connectionsPerHost = section.option(
            "connections_per_host", default: policy.connectionsPerHost, in: 1...64,
            help: .message("option.source.connections_per_host"))
        policy.delay = section.option(
            "delay", default: policy.delay, in: .zero...(.seconds(3600)), help: .message("option.source.delay")
        )
        policy.rate =
            section.option(
                "rate", as: Rate.self,
                help: .message("option.source.rate"))
            ?? policy.rate
        policy.userAgent =
            section.option("user_agent", as: UserAgent.self, help: .message("option.source.user_agent"))?.text
            ?? policy.userAgent
        if let headers = section.option("headers", as: HTTPHeaders.self, help: .message("option.source.headers")) {
            let names = Set(headers.fields.map { $0.name.lowercased() })
            policy.headers = policy.headers.filter { !names.contains($0.name.lowercased()) } + headers.fields
            let place = section.node["auth"]?.place
            if let place, names.contains("authorization") {
                section.report(
                    .message("plan.double_authorization", ["path": .text(section.path)]), at: place,
                    suggestion: .message("plan.remove_one"))
            }
        }
        if let auth = section.option("auth", as: HTTPAuthorization.self, help: .message("option.source.auth")) {
            policy.headers = policy.headers.filter { $0.name.lowercased() != "authorization" } + [auth.field]
        }
        policy.caFile =
            section.option("ca_file", as: CertificateFile.self, help: .message("option.source.ca_file"))?
            .path
            ?? policy.caFile
    }
}

/// A `User-Agent` field's value.
private struct UserAgent: ConfigValue {
    let text: String
    static var typeName: LocalizedText { .message("type.header_text") }
    static var schema: ValueSchema { .pattern("^[^\\u0000-\\u001f\\u007f]{1,500}$") }
    static var placeholder: UserAgent { UserAgent(text: "") }
    var manualText: String { text }
    static func read(_ node: Node, in section: ConfigSection) -> UserAgent? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if !text.isEmpty, text.utf8.count <= 500, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
            return UserAgent(text: text)
        }
        section.reportMismatch(node, expected: .message("type.bounded_header_text"))
        return nil
    }
}

extension Refresh: ConfigValue {
    /// `run`, a duration, or `auto`.
    package static var typeName: LocalizedText { .message("type.refresh") }
    /// What is accepted.
    package static var schema: ValueSchema { .either([.choice(["run", "auto"]), .duration]) }
    /// `run`.
    package static var placeholder: Refresh { .everyRun }
    /// Reads `run`, `auto` or a duration above zero; reports anything else and returns nil.
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
        section.reportMismatch(node, expected: typeName, suggestion: .message("plan.run_word"))
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
    package static var typeName: LocalizedText { .message("type.first_run") }
    /// What is accepted.
    package static var schema: ValueSchema { .either([.choice(["all", "none"]), .integer(0...1_000_000)]) }
    /// Nothing.
    package static var placeholder: FirstRun { .none }
    /// Reads `all`, `none` or a number up to 1,000,000; reports anything else and returns nil.
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
