import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Synchronization
import Testing

@testable import FeedEngine

/// How often each kind of stage was made and closed.
private final class Register: Sendable {
    private let counts = Mutex<(made: [String: Int], closed: [String: Int])>(([:], [:]))

    var made: [String: Int] { counts.withLock { $0.made } }
    var closed: [String: Int] { counts.withLock { $0.closed } }

    func made(_ kind: String) { counts.withLock { $0.made[kind, default: 0] += 1 } }
    func closed(_ kind: String) { counts.withLock { $0.closed[kind, default: 0] += 1 } }
    func clear() { counts.withLock { $0 = ([:], [:]) } }
}

/// A stage that says when it is made and closed.
private protocol Counted: Stage {
    static var kind: String { get }
    var register: Register { get }
    init(register: Register, services: Services, name: String)
}

extension Counted {
    static var type: String { "counted" }
    static var summary: LocalizedText { "counts itself" }
    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        throw StageError(.internalError, subject: "made by its description alone")
    }
    func close() async { register.closed(Self.kind) }

    static func description<Made>(_ register: Register, _ lift: @escaping @Sendable (Self) -> Made)
        -> StageDescription<Made>
    {
        StageDescription(type: "counted", summary: summary) { section in
            let name = section.option("name", default: "", help: "of the answer")
            return { services throws(StageError) in
                register.made(kind)
                return lift(Self(register: register, services: services, name: name))
            }
        }
    }
}

private struct CountedSource: Source, Counted {
    static let kind = "source"
    let register: Register
    let inner: LinesSource
    init(register: Register, services: Services, name: String) {
        self.register = register
        inner = LinesSource(url: "https://\(name).example/", pages: 1, token: nil, services: services)
    }
    var canonicalRequest: String { inner.canonicalRequest }
    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        try await inner.fetch(since: previous, into: writer)
    }
}

private struct CountedParser: Parser, Counted {
    static let kind = "parser"
    let register: Register
    init(register: Register, services: Services, name: String) { self.register = register }
    func parse(_ document: Document) throws(StageError) -> Feed { try LinesParser().parse(document) }
}

private struct CountedFilter: EntryOrder, Counted {
    static let kind = "filter"
    let register: Register
    init(register: Register, services: Services, name: String) { self.register = register }
    var memory: Duration? { .seconds(86_400) }
    func ordered<Element: OrderedEntry>(_ entries: [Element]) -> [Element] { entries }
}

private struct CountedFormat: DigestFormat, Counted {
    static let kind = "format"
    static let isAppendable = true
    static let mediaType = "text/plain"
    let register: Register
    init(register: Register, services: Services, name: String) { self.register = register }
    func render(_ digest: Digest) throws(StageError) -> [UInt8] { try TitlesFormat().render(digest) }
}

private struct CountedSink: Sink, Counted {
    static let kind = "sink"
    let register: Register
    let inner: InboxSink
    init(register: Register, services: Services, name: String) {
        self.register = register
        inner = InboxSink(inbox: Inbox())
    }
    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        try inner.compose(digest, in: context)
    }
    func deliver(_ message: Message) async throws(StageError) -> Receipt { try await inner.deliver(message) }
    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}

@Suite("the life of a stage")
struct StageLifecycleTests {
    private let bench: RunTestBench
    private let register = Register()

    init() throws {
        bench = try RunTestBench()
        for name in ["a", "b"] { bench.web.answer("https://\(name).example/", text: "\(name)1\n\(name)2\nend") }
        var registry = PluginRegistry()
        try registry.add(
            SourceDescription(
                CountedSource.description(register) { $0 }, parser: CountedParser.description(register) { $0 }))
        try registry.add(CountedFilter.description(register) { $0 as any Filter })
        try registry.add(
            FormatDescription(
                CountedFormat.description(register) { $0 }, isAppendable: true, mediaType: CountedFormat.mediaType))
        try registry.add(SinkDescription(CountedSink.description(register) { $0 }, defaultFormat: "counted"))
        let reading = PlanReader(
            registry: registry, purpose: .run, variables: [:], statePath: bench.plan.settings.statePath
        ).read(Array(Self.configuration.utf8), path: bench.folder + "/config.yaml")
        #expect(reading.diagnostics.map(\.message) == [])
        bench.plan = try #require(reading.plan)
        register.clear()
    }

    /// Two of each kind: all but the parsers and formats stand in the file themselves.
    private static let configuration = """
        version: 1
        sources:
          a: { type: counted, name: a }
          b: { type: counted, name: b }
        sinks:
          x: { type: counted }
          y: { type: counted }
        pipelines:
          now: { sources: [a, b], filters: [ { counted: {} } ], sinks: [x, y] }
          later: { schedule: "0 7 1 1 *", sources: [a], filters: [ { counted: {} } ], sinks: [x] }
        """

    private let twoEach = ["source": 2, "parser": 2, "filter": 2, "format": 2, "sink": 2]

    @Test("each stage is made once in a run and closed once, whatever it is asked meanwhile")
    func once() async throws {
        let report = try await bench.run()
        #expect(report.sinks["x"]?.delivered == 4 && report.sinks["y"]?.delivered == 4)
        #expect(register.made == twoEach)
        #expect(register.closed == twoEach)
    }

    @Test("stages are closed also where a run only collects, and one that was made closes where another cannot be")
    func closedInAnyCase() async throws {
        try await bench.run { $0.collectsOnly = true }
        #expect(register.made["source"] == 2 && register.made["sink"] == nil)
        #expect(register.closed == register.made)
        register.clear()
        bench.plan.pipelines[0].filters.append(
            PlannedFilter(name: "broken#1", place: .nowhere) { _ throws(StageError) in
                throw StageError(.badConfiguration, subject: "broken")
            })
        let report = try await bench.run()
        #expect(report.pipelines["now"]?.error?.code == .badConfiguration)
        #expect(register.made == twoEach)
        #expect(register.closed == twoEach)
    }
}
