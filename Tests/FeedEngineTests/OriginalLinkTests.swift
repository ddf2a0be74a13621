import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("entries whose links lead through somebody's proxy")
struct OriginalLinkTests {
    private let bench: RunTestBench
    private let shelf: Shelf
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        shelf = bench.addSource("blog")
        inbox = bench.addSink("out", format: LinksFormat())
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
    }

    private static let proxy = "https://proxy.example/~r/1"
    private static let site = "https://site.example/1"

    private func entry(_ title: String, link: String?, original: String?) -> Entry {
        var entry = Entry.named(title, at: bench.clock.now)
        entry.url = link
        if let original { entry.links = [Link(href: original, rel: Link.originalRelation)] }
        return entry
    }

    // MARK: the address

    @Test("Z12 the address behind a proxy's link is the entry's, and the feed's link is its first alternate")
    func preferred() async throws {
        var withLinks = entry("Atom", link: Self.proxy, original: "https://site.example/2")
        let feedLink = Link(href: Self.proxy, rel: "alternate", mediaType: "text/html")
        withLinks.links.insert(Link(href: "https://site.example/amp"), at: 0)
        withLinks.links.append(feedLink)
        shelf.put([
            entry("RSS", link: Self.proxy, original: Self.site), withLinks,
            entry("plain", link: "https://site.example/3", original: nil),
        ])
        try await bench.run()
        #expect(
            Set(inbox.titles) == [
                "RSS \(Self.site) \(Self.proxy)", "Atom https://site.example/2 \(Self.proxy) https://site.example/amp",
                "plain https://site.example/3",
            ])
    }

    @Test(
        "Z12 what is no web address leaves the feed's link as it is",
        arguments: ["javascript:alert(1)", "mailto:a@site.example", "/1", "", "https://", "data:text/html,x"])
    func hostile(original: String) async throws {
        shelf.put([entry("A", link: Self.proxy, original: original)])
        try await bench.run()
        #expect(inbox.titles == ["A \(Self.proxy)"])
    }

    @Test("Z12 the address behind a link has no user name and password")
    func userInfo() async throws {
        shelf.put([entry("A", link: Self.proxy, original: "https://bank.example:x@site.example/1")])
        try await bench.run()
        #expect(inbox.titles == ["A \(Self.site) \(Self.proxy)"])
    }

    @Test("Z12 an address that stands behind the links of several entries is that of none")
    func repeated() async throws {
        shelf.put(
            (1...3).map { entry("\($0)", link: "https://proxy.example/\($0)", original: "https://site.example") })
        try await bench.run()
        #expect(Set(inbox.titles) == Set((1...3).map { "\($0) https://proxy.example/\($0)" }))
        try await bench.run()
        #expect(inbox.titles.count == 3)
    }

    // MARK: identity

    /// How a feed names its entries.
    enum Naming: CaseIterable {
        case guids, noGuids, oneGuid, linksByChoice
    }

    /// What a feed says of where its entries are.
    enum Links: CaseIterable {
        case sites, proxies, proxiesWithOriginals, otherProxiesWithOriginals
    }

    private func document(_ numbers: ClosedRange<Int>, _ naming: Naming, _ links: Links) -> [Entry] {
        numbers.map { number in
            let site = "https://site.example/\(number)"
            let proxy = "https://proxy.example/\(links == .otherProxiesWithOriginals ? "b" : "a")/\(number)"
            var entry = entry(
                "article", link: links == .sites ? site : proxy,
                original: [.proxiesWithOriginals, .otherProxiesWithOriginals].contains(links) ? site : nil)
            entry.published = nil
            switch naming {
            case .guids, .linksByChoice: entry.guid = "\(number)"
            case .noGuids: entry.guid = nil
            case .oneGuid: entry.guid = "blog"
            }
            return entry
        }
    }

    @Test(
        "Z12 a feed that begins to name the addresses behind its links, or ceases, delivers nothing again",
        arguments: Naming.allCases,
        [
            [.sites, .proxiesWithOriginals, .otherProxiesWithOriginals, .sites],
            [.proxies, .proxiesWithOriginals, .proxies, .proxiesWithOriginals, .sites],
            [.proxiesWithOriginals, .sites, .proxiesWithOriginals, .otherProxiesWithOriginals],
        ] as [[Links]])
    func known(naming: Naming, steps: [Links]) async throws {
        if naming == .linksByChoice { bench.plan.sources[0].identity = .link }
        for (step, links) in steps.enumerated() {
            shelf.put(document(1...(4 + step), naming, links))
            try await bench.run()
            // One article is new each time.
            #expect(inbox.titles.count == 4 + step)
            bench.clock.advance(by: .seconds(3600))
        }
    }
}

/// A line an entry: its title, its address, and its alternates.
private struct LinksFormat: DigestFormat {
    static let type = "links"
    static let summary: LocalizedText = "a line an entry with its addresses"
    static let isAppendable = true
    static let mediaType = "text/plain; charset=utf-8"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    func render(_ digest: Digest) throws(StageError) -> [UInt8] {
        digest.entries.flatMap { item in
            let alternates = item.entry.links.filter { ($0.rel ?? "alternate") == "alternate" }.map(\.href)
            let words = [item.entry.title, item.entry.url].compactMap(\.self) + alternates
            return Array((words.joined(separator: " ") + "\n").utf8)
        }
    }
}
