import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FileSink

@Suite("FileSink, mode: replace")
struct LastDeliveryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sink(_ mode: FileSink.Mode = .replace, maxEntries: Int = 1000) throws -> FileSink {
        try .inFolder(folder, "index.html", mode, maxEntries: maxEntries)
    }

    private func context(after receipt: Receipt? = nil, holding titles: String...) -> StubComposeContext {
        var context = StubComposeContext(format: PageFormat())
        context.memos[folder("index.html")] = receipt?.memo
        context.held[folder("index.html")] = titles.map(DigestEntry.titled)
        return context
    }

    @Test("Y24 the page shows the last delivery alone, and its foot tells of that delivery alone")
    func alone() async throws {
        let first = try await sink().deliver(try await sink().message(.of("one"), in: context()))
        var digest = Digest.of("two")
        digest.tally = DigestTally(kept: 1, passedOver: [.expired: 2])
        var later = context(after: first, holding: "one")
        later.tallies[folder("index.html")] = DigestTally(kept: 1, passedOver: [.expired: 40])
        let plan = try #require(try await sink().compose(digest, in: later).first)
        #expect(plan.retained == ["k_two"])
        #expect(plan.tally == digest.tally)
        let receipt = try await sink().deliver(Message(plan, in: later, number: 2))
        #expect(try folder.text("index.html") == "<page>two</page>")
        #expect(receipt.warnings == [])
        #expect(folder.names() == ["index.html"])
    }

    @Test("Y24 a digest that is larger than the page comes in parts, which stand on it together")
    func parts() async throws {
        var part = context()
        part.moreWait = true
        let first = try await sink().deliver(try await sink().message(.of("one", "two"), in: part))
        // Another run, as if this one had been killed between the parts.
        let rest = context(after: first, holding: "one", "two")
        let second = try await sink().deliver(try await sink().message(.of("three"), in: rest, number: 2))
        #expect(try folder.text("index.html") == "<page>one two three</page>")
        let next = context(after: second, holding: "one", "two", "three")
        _ = try await sink().deliver(try await sink().message(.of("four"), in: next, number: 3))
        #expect(try folder.text("index.html") == "<page>four</page>")
        #expect(try sink(maxEntries: 7).wholeDigestLimit == 7)
        #expect(try sink(.merge).wholeDigestLimit == nil)
    }

    @Test("Y24 a page that was late is not replaced in the run that wrote it, before anybody could read it")
    func late() async throws {
        let first = try await sink().deliver(try await sink().message(.of("one"), in: context()))
        let run = try sink()
        let late = try await run.deliver(
            try await run.message(.of("two"), in: context(after: first, holding: "one"), number: 2))
        _ = try await run.deliver(
            try await run.message(.of("three"), in: context(after: late, holding: "two"), number: 3))
        #expect(try folder.text("index.html") == "<page>two three</page>")
    }

    @Test("Y24 a page that gathered deliveries, as `replace` once did, is saved beside the first that shows one alone")
    func upgrade() async throws {
        let merged = try await sink(.merge).deliver(try await sink(.merge).message(.of("one"), in: context()))
        let message = try await sink().message(.of("two"), in: context(after: merged, holding: "one"), number: 2)
        let receipt = try await sink().deliver(message)
        #expect(try folder.text("index.html") == "<page>two</page>")
        #expect(try folder.text("index.html.orig") == "<page>one</page>")
        #expect(receipt.warnings.map(\.code) == [.gatheredPageSaved])
        #expect(receipt.warnings.first?.facts[.found] == folder("index.html.orig"))
        // The run was killed after the rename.
        #expect(try await sink().recover(message).receipt?.warnings == [])
        let next = context(after: receipt, holding: "two")
        #expect(try await sink().deliver(try await sink().message(.of("three"), in: next, number: 3)).warnings == [])
        #expect(folder.names() == ["index.html", "index.html.orig"])
    }

    @Test("Y24 with `merge` again the page goes on from what it shows")
    func mergeAgain() async throws {
        let alone = try await sink().deliver(try await sink().message(.of("one"), in: context()))
        let merging = context(after: alone, holding: "one")
        let receipt = try await sink(.merge).deliver(try await sink(.merge).message(.of("two"), in: merging, number: 2))
        #expect(try folder.text("index.html") == "<page>one two</page>")
        #expect(receipt.warnings == [])
    }

    @Test("Y24 a page that the user edited or took away is treated as with `merge`")
    func edited() async throws {
        let first = try await sink().deliver(try await sink().message(.of("one"), in: context()))
        try folder.write("mine", to: "index.html")
        let receipt = try await sink().deliver(
            try await sink().message(.of("two"), in: context(after: first, holding: "one"), number: 2))
        #expect(receipt.warnings.map(\.code) == [.editedFileSaved])
        #expect(try folder.text("index.html.orig") == "mine")
        unlink(folder("index.html"))
        var gone = context(after: receipt, holding: "two")
        gone.moreWait = true
        _ = try await sink().deliver(try await sink().message(.of("three"), in: gone, number: 3))
        #expect(try folder.text("index.html") == "<page>three</page>")
    }

    @Test("Y24 `check` can tell a page that each run would overwrite from one with a path for each delivery")
    func fleeting() throws {
        #expect(try FileSink.inFolder(folder, "index.html", .replace).showsLastDeliveryAlone)
        #expect(try FileSink.inFolder(folder, "{{date}}.html", .replace).showsLastDeliveryAlone)
        #expect(try !FileSink.inFolder(folder, "{{date}}-{{time}}.html", .replace).showsLastDeliveryAlone)
        #expect(try !FileSink.inFolder(folder, "index.html", .merge).showsLastDeliveryAlone)
    }
}
