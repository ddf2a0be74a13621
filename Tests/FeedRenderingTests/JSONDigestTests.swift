import FeedJSON
import FeedModel
import FeedRendering
import Testing

@Suite("JSON")
struct JSONDigestTests {
    private func objects(_ digest: Digest) throws -> [JSONValue] {
        try JSONLinesDigest.render(digest).split(separator: UInt8(ascii: "\n")).map { line throws in
            try JSONReader.read(Array(line))
        }
    }

    @Test("an entry's object has the members of a JSON Feed item and what the engine knows")
    func members() throws {
        let object = try #require(objects(SampleDigest.morning).first)
        #expect(object["id"]?.string == "c686397e4a0f4f11683d")
        #expect(object["date_published"]?.string == "2026-11-20T06:12:00+09:00")
        #expect(object["source"]?.string == "qiita_swift")
        #expect(object["pipeline"]?.string == "morning")
        #expect(object["key"]?.string == "q1")
        #expect(object["numbers"]?["likes"]?.int == 128)
        #expect(object["also_in"]?.array?.map(\.string) == ["hatena_it"])
        let duplicate = object["duplicates"]?.array?.first
        #expect(duplicate?["source_title"]?.string == "はてなブックマーク – IT")
        #expect(duplicate?["url"]?.string == "https://qiita.example/items/c686397e4a0f4f11683d?amp=1")
        #expect(duplicate?["numbers"]?["bookmarks"]?.int == 312)
        #expect(object["tags"]?.array?.count == 4)
        #expect(object["authors"]?.array?.first?["name"]?.string == "山田花子")
        #expect(object["content_html"]?.string?.isEmpty == false)
        #expect(object["summary"] == nil)
    }

    @Test(
        "Z16 dates are in the digest's zone, and the offset that the source wrote stands beside them, if it wrote one")
    func offsets() throws {
        var digest = SampleDigest.morning
        digest.sections[0].entries[0].entry.setPublished(FeedDate.read("2026-11-19T13:12:00-08:00"))
        digest.sections[0].entries[0].entry.setUpdated(nil)
        let object = try #require(objects(digest).first)
        #expect(object["date_published"]?.string == "2026-11-20T06:12:00+09:00")
        #expect(object["published_offset"]?.string == "-08:00")
        #expect(object["modified_offset"] == nil)
        digest.sections[0].entries[0].entry.setPublished(FeedDate.read("2026-11-19 21:12:00"))
        let silent = try #require(objects(digest).first)
        #expect(silent["date_published"]?.string == "2026-11-20T06:12:00+09:00")
        #expect(silent["published_offset"] == nil)
    }

    @Test("the id is the guid as it came, else the address, else our own key")
    func ids() throws {
        let ids = try objects(SampleDigest.plain).map { $0["id"]?.string }
        #expect(ids == ["tag:blog.example.com,2026:1", "https://blog.example.com/2026/11/no-date", "status-3"])
        let bare = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "", entries: [SampleDigest.entry("k_1") { _ in }])]
        )
        let object = try #require(objects(bare).first)
        #expect(object["id"]?.string == "k_1")
        #expect(object["content_text"]?.string == "")
    }

    @Test("what a plugin adds of its own is written with its type")
    func extras() throws {
        let entry = SampleDigest.entry("k_1") { entry in
            entry.extras = [
                "kind": .text("trailer"), "score": .number(4.5), "pinned": .flag(true),
                "page": .address("https://page.example/"),
            ]
        }
        let digest = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "", entries: [entry])])
        let extras = try #require(objects(digest).first?["extras"])
        #expect(extras["kind"]?.string == "trailer")
        #expect(extras["score"] == .number("4.5"))
        #expect(extras["pinned"]?.bool == true)
        #expect(extras["page"]?.string == "https://page.example/")
    }

    @Test("whatever an entry holds comes back from a JSON reader, and an entry takes one line")
    func roundTrip() throws {
        let objects = try objects(SampleDigest.hostile)
        #expect(objects.count == HostileEntries.all.count)
        #expect(objects.map { $0["title"]?.string } == HostileEntries.all.map(\.entry.title))
        #expect(objects.map { $0["key"]?.string } == HostileEntries.all.map(\.key))
    }

    @Test("the digest's object tells what it covers and what is missing")
    func head() throws {
        let value = try JSONReader.read(JSONDigest.render(SampleDigest.morning))
        let digest = try #require(value["digest"])
        #expect(digest["pipeline"]?.string == "morning")
        #expect(digest["generated_at"]?.string == "2026-11-20T07:00:12+09:00")
        #expect(digest["from"]?.string == "2026-11-19T07:00:00+09:00")
        #expect(digest["later"]?.int == 12)
        let tally = try #require(digest["tally"])
        #expect(tally["offered"]?.int == 232)
        #expect(tally["kept"]?.int == 9)
        #expect(tally["passed_over"]?["expired"]?.int == 120)
        #expect(tally["passed_over"]?["surplus"]?.int == 0)
        #expect(digest["failed_sources"]?.array?.map { $0["code"]?.string } == ["timeout", "not_a_feed"])
        #expect(value["entries"]?.array?.count == 9)
    }

    @Test("a first digest covers everything: `from` is null")
    func first() throws {
        var digest = SampleDigest.plain
        digest.from = nil
        let head = try JSONReader.read(JSONDigest.render(digest))["digest"]
        #expect(head?["from"] == .null)
    }

    @Test(
        "an enclosure without a media type gets one from its name",
        arguments: [
            ("https://a.example/x.mp3", "audio/mpeg"), ("https://a.example/x.MP4?y=.pdf", "video/mp4"),
            ("https://a.example/x", "application/octet-stream"), ("https://a.example/", "application/octet-stream"),
        ])
    func mediaTypes(address: String, type: String) {
        #expect(MediaType.guess(fromAddress: address) == type)
    }
}
