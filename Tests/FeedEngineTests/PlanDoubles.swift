import FeedConfiguration
import FeedModel
import FeedStages

@testable import FeedEngine

/// Stages of the standard plugins' types that read options and do nothing.
enum PlanDoubles {
    static let registry: PluginRegistry = {
        var registry = PluginRegistry()
        do {
            try registry.add(Feeds<Qiita>.self)
            try registry.add(Feeds<News>.self)
            try registry.add(Feeds<Zenn>.self)
            try registry.add(Feeds<Hatena>.self)
            try registry.add(Feeds<Web>.self)
            try registry.add(Feeds<Files>.self)
            try registry.add(Reads<Auto>.self)
            try registry.add(Reads<Qiita>.self)
            try registry.add(Judges<Keep>.self)
            try registry.add(Judges<Drop>.self)
            try registry.add(Judges<Hold>.self)
            try registry.add(Judges<Deduplicate>.self)
            try registry.add(Judges<Take>.self)
            try registry.add(NewerThan.self)
            try registry.add(Sort.self)
            try registry.add(Renders<Text>.self)
            try registry.add(Renders<Lines>.self)
            try registry.add(Renders<HTML>.self)
            try registry.add(Renders<JSON>.self)
            try registry.add(Writes<Standard>.self)
            try registry.add(Writes<Path>.self)
            try registry.add(Writes<Hook>.self)
        } catch {
            fatalError("two doubles of one type: \(error)")
        }
        return registry
    }()
}

/// A word of the configuration, and the options that stand beside it.
protocol Word: Sendable {
    static var word: String { get }
    static func read(_ section: ConfigSection) -> String
}

extension Word {
    static func read(_ section: ConfigSection) -> String { "" }
}

enum Qiita: Word {
    static let word = "qiita"
    static func read(_ section: ConfigSection) -> String {
        let query = section.option("query", as: String.self, help: "search words") ?? ""
        let tag = section.option("tag", as: String.self, help: "a tag") ?? ""
        section.atMostOne(of: "query", "tag")
        _ = section.option("token", as: Secret.self, help: "access token")
        let pages = section.option("pages", default: 1, in: 1...100, help: "pages of 100")
        return "query=\(query) tag=\(tag) pages=\(pages)"
    }
}

enum News: Word {
    static let word = "google_news"
    static func read(_ section: ConfigSection) -> String {
        let topic = section.option("topic", as: String.self, help: "a topic") ?? ""
        return topic + section.option("edition", default: "US:en", help: "country and language")
    }
}

enum Zenn: Word {
    static let word = "zenn"
    static func read(_ section: ConfigSection) -> String { section.option("topic", default: "", help: "a topic") }
}

enum Hatena: Word {
    static let word = "hatena"
    static func read(_ section: ConfigSection) -> String { section.option("category", default: "all", help: "which") }
}

enum Web: Word {
    static let word = "feed"
    static func read(_ section: ConfigSection) -> String { section.require("url", help: "address of the feed") }
}

enum Files: Word {
    static let word = "file"
    static func read(_ section: ConfigSection) -> String {
        section.require("path", as: OneOrMany<String>.self, help: "paths or globs").values.joined(separator: " ")
    }
}

enum Auto: Word { static let word = "auto" }
enum Keep: Word { static let word = "keep" }
enum Drop: Word { static let word = "drop" }
enum Hold: Word { static let word = "hold_until" }
enum Deduplicate: Word { static let word = "deduplicate" }
enum Take: Word { static let word = "take" }
enum Text: Word { static let word = "text" }
enum Lines: Word { static let word = "jsonl" }
enum HTML: Word { static let word = "html" }
enum JSON: Word { static let word = "json" }

enum Standard: Word { static let word = "stdout" }

enum Path: Word {
    static let word = "file"
    static func read(_ section: ConfigSection) -> String {
        let path = section.require("path", as: String.self, help: "where to write")
        let mode = section.option("mode", default: "replace", help: "replace or append")
        if mode == "append", section.chosenFormat?.isAppendable == false {
            section.report("\(section.path): this format cannot be appended")
        }
        return (mode == "append" ? "+" : "=") + path
    }
}

enum Hook: Word {
    static let word = "webhook"
    static func read(_ section: ConfigSection) -> String {
        _ = section.require("url", as: SecretURL.self, help: "where to post")
        _ = section.option("secret", as: Secret.self, help: "signs messages")
        let timeout = section.option("timeout", default: Duration.seconds(30), help: "longest time of one request")
        return String(timeout.components.seconds)
    }
}

struct WordOptions<Named: Word>: StageConfiguration {
    let text: String
    init(from section: ConfigSection) { text = Named.read(section) }
}

struct Feeds<Named: Word>: Source {
    static var type: String { Named.word }
    static var summary: LocalizedText { "a source" }
    static var parser: (any Parser.Type)? { Named.word == "qiita" ? Reads<Qiita>.self : nil }
    let canonicalRequest: String
    init(_ configuration: WordOptions<Named>, services: Services) throws(StageError) {
        canonicalRequest = configuration.text
    }
    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {}
}

struct Reads<Named: Word>: Parser {
    static var type: String { Named.word }
    static var summary: LocalizedText { "a parser" }
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}
    func parse(_ document: Document) throws(StageError) -> Feed { Feed(format: .api) }
}

/// Takes whatever stands there.
struct AnyOptions: StageConfiguration {
    let node: Node
    init(from section: ConfigSection) {
        node = section.node
        _ = section.value(as: Anything.self, help: "anything")
    }
}

struct Anything: ConfigValue {
    static let typeName: LocalizedText = "anything"
    static let placeholder = Anything()
    static func read(_ node: Node, in section: ConfigSection) -> Anything? { Anything() }
    var manualText: String { "" }
}

struct Judges<Named: Word>: Filter {
    static var type: String { Named.word }
    static var summary: LocalizedText { "a filter" }
    init(_ configuration: AnyOptions, services: Services) throws(StageError) {
        if configuration.node["title"]?["matches"]?.scalar == "(" {
            throw StageError(.badConfiguration, subject: "matches", explanation: "missing closing parenthesis")
        }
    }
    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {}
}

struct NewerThan: Filter {
    static let type = "newer_than"
    static let summary: LocalizedText = "drops what is old"
    struct Options: StageConfiguration {
        let age: Duration
        init(from section: ConfigSection) { age = section.value(help: "the greatest age") }
    }
    let age: Duration
    init(_ configuration: Options, services: Services) throws(StageError) { age = configuration.age }
    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {}
}

struct Sort: Filter {
    static let type = "sort"
    static let summary: LocalizedText = "orders"
    struct Options: StageConfiguration {
        init(from section: ConfigSection) {
            _ = section.option("by", default: "published", help: "a field")
            _ = section.option("order", default: "descending", help: "ascending or descending")
        }
    }
    init(_ configuration: Options, services: Services) throws(StageError) {}
    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {}
}

struct Renders<Named: Word>: DigestFormat {
    static var type: String { Named.word }
    static var summary: LocalizedText { "a format" }
    static var isAppendable: Bool { Named.word == "text" || Named.word == "jsonl" }
    static var mediaType: String { "text/plain" }
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}
    func render(_ digest: Digest) throws(StageError) -> [UInt8] { [] }
}

struct Writes<Named: Word>: FileWriting {
    static var type: String { Named.word }
    static var summary: LocalizedText { "a sink" }
    static var defaultFormat: String? { ["stdout": "text", "webhook": "json"][Named.word] }
    let writtenPaths: [String]
    private let replaces: Bool
    private(set) var sending = SendingRules()
    init(_ configuration: WordOptions<Named>, services: Services) throws(StageError) {
        replaces = configuration.text.hasPrefix("=")
        if Named.word == "webhook", let seconds = Int(configuration.text) { sending.timeout = .seconds(seconds) }
        writtenPaths = Named.word == "file" ? [services.resolve(path: String(configuration.text.dropFirst()))] : []
    }
    func exclusiveTarget(pipeline: String) -> String? {
        replaces ? writtenPaths[0].replacing("{{pipeline}}", with: pipeline) : nil
    }
    var deliversToThisMachine: Bool { !writtenPaths.isEmpty }
    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] { [] }
    func deliver(_ message: Message) async throws(StageError) -> Receipt { Receipt() }
    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}
