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
            ("{\"message\":\"Not found\"}", .notAFeed, "JSON that is no feed"), ("{\"a\":", .notAFeed, "broken JSON"),
            ("[]", .notAFeed, "JSON that is no feed"), ("Not Found", .notAFeed, "plain text"),
            ("%PDF-1.7", .notAFeed, "PDF"), ("<rss version=\"2.0\"><channel>", .incompleteDocument, nil),
            ("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[", .incompleteDocument, nil),
        ] as [(String, FeedReadingError.Reason, String?)])
    func refused(text: String, reason: FeedReadingError.Reason, found: String?) {
        #expect(throws: FeedReadingError(reason, found: found)) {
            try FeedReader.read(Array(text.utf8), contentType: nil, url: nil)
        }
    }

    @Test("is told by its first bytes")
    func binary() {
        #expect(throws: FeedReadingError(.notAFeed, found: "gzip")) {
            try FeedReader.read([0x1F, 0x8B, 8, 0], contentType: "application/rss+xml", url: nil)
        }
    }
}
