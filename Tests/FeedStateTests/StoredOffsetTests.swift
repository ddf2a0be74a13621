import FeedModel
import Testing

@testable import FeedState

@Suite("The offsets of dates in the state")
struct StoredOffsetTests {
    @Test(
        "Z16 are kept beside the moments",
        arguments: ["2026-11-20T07:00:00+09:00", "2026-11-20T07:00:00-03:30", "2026-11-20T07:00:00Z"])
    func kept(text: String) throws {
        var entry = Entry()
        entry.setPublished(FeedDate.read(text))
        entry.setUpdated(FeedDate.read("2026-11-21T00:00:00+01:00"))
        let read = try EntryCodec.decode(EntryCodec.encode(entry))
        #expect(read == entry)
        #expect(read.published?.rfc3339(by: read.publishedOffset) == text)
    }

    @Test("Z16 an entry of an older state has none, and its moments stay")
    func older() throws {
        var entry = Entry()
        entry.published = Timestamp(seconds: 1_795_125_600)
        var old = FieldWriter(capacity: 64)
        old.field(EntryCodec.Tag.published, entry.published?.milliseconds)
        #expect(EntryCodec.encode(entry).head == old.bytes)
        let read = try EntryCodec.decode(EntryCodec.Encoded(head: old.bytes, body: nil))
        #expect(read == entry)
        #expect(read.publishedOffset == nil)
    }

    @Test("Z16 a damaged offset is none", arguments: [1440, -1440, Int64.max, .min])
    func damaged(minutes: Int64) throws {
        var writer = FieldWriter(capacity: 64)
        writer.field(EntryCodec.Tag.publishedOffset, minutes)
        let read = try EntryCodec.decode(EntryCodec.Encoded(head: writer.bytes, body: nil))
        #expect(read.publishedOffset == nil)
    }
}
