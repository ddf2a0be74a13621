import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FileSink

/// A page that writes what it leaves out, and where its other pages are.
private struct LinkedFormat: DigestFormat {
    static let type = "linked"
    static let summary: LocalizedText = "a page with links"
    static let isAppendable = false
    static let mediaType = "text/html"
    static let hasOmittedPage = true
    init(_ configuration: NoOptions, services: Services) {}
    init() {}
    func render(_ digest: Digest) -> [UInt8] {
        let titles = digest.entries.map { $0.entry.title ?? "" }.joined(separator: " ")
        return Array("\(titles) | \(digest.links.omitted ?? "-") | \(digest.links.previous ?? "-")".utf8)
    }
    func render(_ omitted: OmittedEntries, of digest: Digest, page: String) -> [UInt8] {
        let titles = omitted.entries.map { $0.entry.entry.title ?? "" }.joined(separator: " ")
        return Array("\(titles) of \(omitted.count) | \(page)".utf8)
    }
}

@Suite("pages beside a page")
struct OmittedPageTests {
    private let folder: TemporaryFolder
    private var context = StubComposeContext(format: LinkedFormat())

    init() throws { folder = try TemporaryFolder() }

    private func sink(_ path: String = "a b/{{date}}.html") throws -> FileSink {
        try .inFolder(folder, path, .merge, hasOmittedPages: true)
    }

    private func composed(_ sink: FileSink, _ context: StubComposeContext) async throws -> [String: String] {
        var digest = Digest.of("one")
        digest.tally = DigestTally(kept: 1, after: Timestamp(seconds: 0))
        let messages = try await sink.compose(digest, in: context)
        return Dictionary(
            uniqueKeysWithValues: messages.map { message in
                (
                    String(message.target.dropFirst(folder.path.count + 1)),
                    String(decoding: message.payload, as: UTF8.self)
                )
            })
    }

    @Test("a page and the page of what it leaves out are made together, and each has the way to the other")
    func linked() async throws {
        var context = context
        context.omitted = OmittedEntries([OmittedEntry(.titled("two"), fate: .dropped)], count: 1)
        let pages = try await composed(try sink(), context)
        #expect(
            pages == [
                "a b/2026-11-19.html": "one | 2026-11-19-omitted.html | -",
                "a b/2026-11-19-omitted.html": "two of 1 | 2026-11-19.html",
            ])
    }

    @Test("what stands on the page is not left out, though a filter had held it before")
    func shown() async throws {
        var context = context
        context.omitted = OmittedEntries(
            [OmittedEntry(.titled("one"), fate: .held), OmittedEntry(.titled("two"), fate: .held)], count: 2)
        let pages = try await composed(try sink(), context)
        #expect(pages["a b/2026-11-19-omitted.html"] == "two of 1 | 2026-11-19.html")
    }

    @Test("a page that leaves out nothing has no other beside it; one that was there says so")
    func nothing() async throws {
        var context = context
        #expect(try await composed(try sink(), context) == ["a b/2026-11-19.html": "one | - | -"])
        context.memos[folder("a b/2026-11-19-omitted.html")] = TargetState.nothing.memo
        let pages = try await composed(try sink(), context)
        #expect(pages["a b/2026-11-19.html"] == "one | - | -")
        #expect(pages["a b/2026-11-19-omitted.html"] == " of 0 | 2026-11-19.html")
    }

    @Test(
        "a page does not wait for another one beside it that cannot be written",
        arguments: ["page", String(repeating: "あ", count: 82)])
    func refused(_ name: String) async throws {
        var context = context
        context.omitted = OmittedEntries([OmittedEntry(.titled("two"), fate: .dropped)])
        // A folder of that name, or a name that is too long by its suffix.
        _ = mkdir(folder("\(name)-omitted.html"), 0o755)
        #expect(try await composed(try sink("\(name).html"), context) == ["\(name).html": "one | - | -"])
    }

    @Test("only the last part of a large digest says what all of it leaves out")
    func parts() async throws {
        var context = context
        context.omitted = OmittedEntries([OmittedEntry(.titled("two"), fate: .dropped)])
        context.moreWait = true
        #expect(try await composed(try sink(), context).count == 1)
    }

    @Test("the previous page is linked while it is there, from whatever folder")
    func previous() async throws {
        var context = context
        context.previousTarget = folder("11/#1: 日.html")
        #expect(try await composed(try sink(), context)["a b/2026-11-19.html"] == "one | - | -")
        #expect(mkdir(folder("11"), 0o755) == 0)
        try folder.write("x", to: "11/#1: 日.html")
        let page = try await composed(try sink(), context)["a b/2026-11-19.html"]
        #expect(page == "one | - | ../11/%231%3A%20%E6%97%A5.html")
        // A page at one address has none before it.
        #expect(try await composed(try sink("index.html"), context)["index.html"] == "one | - | -")
    }

    @Test("a previous page that cannot be looked for is not linked, and the page is delivered")
    func unreachable() async throws {
        var context = context
        try folder.write("a file where a folder was", to: "11")
        context.previousTarget = folder("11/18.html")
        #expect(try await composed(try sink(), context)["a b/2026-11-19.html"] == "one | - | -")
    }

    @Test("a way through `..` is counted as a browser counts it")
    func detours() {
        let way = RelativeReference.text(from: "/home/u/kawa/../pages/x.html", to: "/home/u/kawa/old/1.html")
        #expect(way == "../kawa/old/1.html")
        #expect(RelativeReference.text(from: "/a/../../x.html", to: "/y.html") == "y.html")
    }

    @Test("the names of the pages beside are known before a delivery: to `check`, to the state, to `keep`")
    func names() throws {
        let sink = try sink("{{pipeline}}.html")
        #expect(sink.writtenPaths == [folder("{{pipeline}}.html"), folder("{{pipeline}}-omitted.html")])
        let targets = sink.targets(of: ["a"], at: ManualClock().now)
        #expect(targets == [folder("a.html"), folder("a-omitted.html")])
        #expect(OmittedPage.path(of: "/x.d/page") == "/x.d/page-omitted")
        #expect(OmittedPage.path(of: "/x/.page") == "/x/.page-omitted")
        #expect(OmittedPage.path(of: "/x/é.tar.gz") == "/x/é.tar-omitted.gz")
    }
}
