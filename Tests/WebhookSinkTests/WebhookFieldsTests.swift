import FeedConfiguration
import FeedJSON
import FeedModel
import FeedRendering
import FeedStages
import FeedTesting
import Testing

@testable import WebhookSink

@Suite("WebhookSink, the fields of an entry")
struct WebhookFieldsTests {
    private let bench = PostingBench<WebhookSink>(url: "https://hooks.example.com/in")

    /// A hit with a body of 62 KB, a reason, numbers, tags and dates.
    private var digest: Digest {
        var digest = Digest.testing(["Swift on Linux"])
        digest.sections[0].entries[0].reason = "title contains Swift"
        digest.sections[0].entries[0].entry.guid = "tag:example.com,2026:1"
        digest.sections[0].entries[0].entry.summary = .plain("What is new.")
        digest.sections[0].entries[0].entry.content = .html(
            UntrustedHTML(markup: "<p>\(String(repeating: "A sentence of the body. ", count: 2600))</p>", base: nil))
        digest.sections[0].entries[0].entry.published = Timestamp(seconds: 1_795_000_000)
        digest.sections[0].entries[0].entry.updated = Timestamp(seconds: 1_795_000_000)
        digest.sections[0].entries[0].entry.numbers = ["likes": 12]
        digest.sections[0].entries[0].entry.categories = [Category(term: "swift")]
        return digest
    }

    /// The entry of the only message, as its receiver reads it, and the size of the message.
    private func posted(_ options: [(String, Node)] = []) throws -> (entry: JSONObject, bytes: Int) {
        let messages = try bench.sink(options).compose(digest, in: StubComposeContext())
        let payload = try #require(messages.first?.payload)
        let json = try JSONReader.read(payload)
        return (try #require(json["data"]?["entries"]?.array?.first?.object), payload.count)
    }

    private func messages(_ options: Node) -> [(message: String, suggestion: String?)] {
        WebhookSink.diagnostics(of: options).map { ($0.message, $0.suggestion) }
    }

    @Test("U12 a receiver gets the fields that were chosen, and nothing else")
    func chosen() throws {
        let (entry, bytes) = try posted([
            ("fields", ["title", "url", "excerpt", "published", "source", "numbers", "tags", "reason"])
        ])
        #expect(
            entry.members.map(\.name)
                == ["url", "title", "excerpt", "date_published", "tags", "source", "reason", "numbers"])
        #expect(entry["excerpt"]?.string == "What is new.")
        #expect(entry["reason"]?.string == "title contains Swift")
        #expect(entry["numbers"]?["likes"]?.int == 12)
        #expect(bytes < 600)
    }

    @Test("U12 each field alone is its members, whatever the order in which they were chosen")
    func each() throws {
        for field in EntryJSON.Field.allCases {
            let names = try posted([("fields", [Node.quoted(field.rawValue)])]).entry.members.map(\.name)
            switch field {
            case .content: #expect(names == ["content_html"])
            case .published: #expect(names == ["date_published"])
            case .updated: #expect(names == ["date_modified"])
            case .externalURL, .authors, .language, .image, .attachments, .publisher, .related, .extras, .buzz, .story:
                #expect(names == [])
            default: #expect(names == [field.rawValue])
            }
        }
        let one = try posted([("fields", ["title", "key"])])
        let other = try posted([("fields", ["key", "title", "key"])])
        #expect(one.entry == other.entry)
    }

    @Test("U12 without fields an entry is what it was: everything, with its body; the reason is one more member")
    func usual() throws {
        let (entry, bytes) = try posted()
        #expect(
            entry.members.map(\.name) == [
                "id", "url", "title", "content_html", "summary", "date_published", "date_modified", "tags", "source",
                "pipeline", "reason", "numbers", "also_in", "duplicates", "key",
            ])
        #expect(bytes > 62_000)
        var plain = digest
        plain.sections[0].entries[0].reason = ""
        let payload = try #require(try bench.sink().compose(plain, in: StubComposeContext()).first?.payload)
        #expect(try JSONReader.read(payload)["data"]?["entries"]?.array?.first?["reason"] == nil)
    }

    @Test("U12 the summary is there if it was chosen, also where it is the only text")
    func summary() throws {
        var digest = digest
        digest.sections[0].entries[0].entry.content = nil
        let sink = try bench.sink([("fields", ["summary"])])
        let payload = try #require(sink.compose(digest, in: StubComposeContext()).first?.payload)
        let entry = try JSONReader.read(payload)["data"]?["entries"]?.array?.first
        #expect(entry?["summary"]?.string == "What is new.")
    }

    @Test("U12 a field that does not exist is an error that lists those that do, and names the nearest")
    func unknown() {
        let found = messages(["url": "https://e.com/", "fields": ["title", "excerp"]])
        #expect(found.count == 1)
        #expect(found.first?.message.contains("testing.fields[1]: expected id, url, external_url, title") == true)
        #expect(found.first?.suggestion?.contains("excerpt") == true)
        #expect(messages(["url": "https://e.com/", "fields": []]).map(\.message) == ["testing.fields: is empty"])
        #expect(messages(["url": "https://e.com/", "fields": "title"]).count == 1)
        #expect(messages(["url": "https://e.com/", "fields": ["title"]]).isEmpty)
    }

    @Test("U12 fields of whole digests and of other formats cannot be chosen, and check says so")
    func otherForms() {
        #expect(
            messages(["url": "https://e.com/", "fields": ["title"], "body": "digest"]).map(\.message)
                == ["testing.fields: only `body: entry` with the format json can choose fields"])
    }

    @Test("U12 the halves of a message that was too large have the same fields")
    func halves() throws {
        let sink = try bench.sink([("fields", ["title"]), ("batch", "10")])
        let halves = try sink.replace(
            bench.message(), after: StageError(.messageTooLarge, subject: "x"), by: .testing(["a", "b"]),
            in: StubComposeContext())
        #expect(halves.count == 2)
        for half in halves {
            let entry = try JSONReader.read(half.payload)["data"]?["entries"]?.array?.first?.object
            #expect(entry?.members.map(\.name) == ["title"])
        }
    }

    @Test("U12 a hostile reason is text: control characters and marks of direction are escaped")
    func hostileReason() throws {
        var digest = digest
        digest.sections[0].entries[0].reason = "title matches \u{202E}fws\u{7}\"\u{9B}31m"
        let sink = try bench.sink([("fields", ["reason"])])
        let payload = try #require(sink.compose(digest, in: StubComposeContext()).first?.payload)
        #expect(!payload.contains(7))
        let written = String(decoding: payload, as: UTF8.self).unicodeScalars
        #expect(!written.contains("\u{202E}") && !written.contains("\u{9B}"))
        let entry = try JSONReader.read(payload)["data"]?["entries"]?.array?.first
        #expect(entry?["reason"]?.string == digest.entries[0].reason)
    }
}
