import FeedMessages
import FeedModel
import FeedParsing
import Testing

@Suite("What is no feed")
struct RefusalTests {
    @Test(
        "is refused with a word why",
        arguments: [
            ("", .emptyBody, nil), (" \n\t", .emptyBody, nil), ("\u{FEFF}", .emptyBody, nil),
            ("<!DOCTYPE html><html><head><link rel=alternate href=f.xml></head></html>", .notAFeed, "HTML page"),
            ("<?xml version=\"1.0\"?>\n<!-- x --><html xmlns=\"x\"/>", .notAFeed, "HTML page"),
            ("<opml version=\"2.0\"><body/></opml>", .notAFeed, "XML document <opml>"),
            ("{\"message\":\"Not found\"}", .notAFeed, "JSON that is not a feed"),
            ("{\"a\":", .notAFeed, "JSON that ends too early"),
            ("{\"feed_url\":\"https://e.example/f\",\"items\":[{\"title\":\"cut he", .incompleteDocument, nil),
            ("{\"a\":1,}", .notAFeed, "broken JSON: no member name at byte 7"),
            ("[]", .notAFeed, "JSON that is not a feed"), ("Not Found", .notAFeed, "plain text"),
            ("%PDF-1.7", .notAFeed, "PDF"), ("<rss version=\"2.0\"><channel>", .incompleteDocument, nil),
            ("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[", .incompleteDocument, nil),
        ] as [(String, FeedReadingError.Reason, String?)])
    func refused(text: String, reason: FeedReadingError.Reason, found: String?) {
        expectRefusal(reason, found) {
            try FeedReader.read(Array(text.utf8), contentType: nil, url: nil)
        }
    }

    @Test("is told in Japanese, too")
    func japanese() {
        let error = #expect(throws: FeedReadingError.self) {
            try FeedReader.read(Array("{\"a\":1,}".utf8), contentType: nil, url: nil)
        }
        #expect(error?.found?.text(in: .ja) == "壊れたJSON（7バイト目: メンバーの名前がない）")
    }

    @Test("is called a page with the feed that it names, if that is an address")
    func pageWithFeed() {
        let page = """
            <!doctype html><title>A blog</title><link rel="stylesheet" href="a.css"><LINK href='/feed?a=1&amp;b=2'
              type="application/atom+xml" rel="alternate"><link rel="alternate" type="application/rss+xml" href="/other">
            """
        let feed = "https://blog.example/feed?a=1&b=2"
        expectRefusal(.notAFeed, "HTML page that names a feed", feed: feed) {
            try FeedReader.read(Array(page.utf8), contentType: nil, url: "https://blog.example/about")
        }
        expectRefusal(.notAFeed, "HTML page") {
            try FeedReader.read(Array(page.utf8), contentType: nil, url: nil)
        }
    }

    @Test("is called binary data, not text, when it cannot be read")
    func noise() {
        let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) }
        expectRefusal(.notAFeed, "binary data") {
            try FeedReader.read(noise, contentType: nil, url: nil)
        }
        expectRefusal(.notAFeed, "plain text") {
            try FeedReader.read(Array("見つかりません\n".utf8), contentType: nil, url: nil)
        }
    }

    @Test("is told by its first bytes")
    func binary() {
        expectRefusal(.notAFeed, "gzip") {
            try FeedReader.read([0x1F, 0x8B, 8, 0], contentType: "application/rss+xml", url: nil)
        }
    }
}
