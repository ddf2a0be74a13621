import FeedModel
import FeedParsing
import Testing

/// Each document that has a trouble stands beside a sound one that must stay as it is.
@Suite("What modules say of entries")
struct ModuleReadingTests {
    private func item(_ fields: String) throws -> Entry {
        let text = """
            <rss version="2.0" xmlns:note="https://note.com" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:other="https://other.example" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
            xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
            <channel><item>\(fields)</item></channel></rss>
            """
        return try #require(try FeedReader.read(Array(text.utf8), contentType: nil, url: nil).entries.first)
    }

    @Test(
        "Z07 who wrote at note.com is the author, unless the entry names one in the usual way",
        arguments: [
            ("<note:creatorName>山田花子</note:creatorName>", ["山田花子"]),
            ("<note:creatorName>山田花子</note:creatorName><dc:creator>Hanako</dc:creator>", ["Hanako"]),
            ("<title>a</title><other:creatorName>山田花子</other:creatorName>", []),
        ] as [(String, [String])])
    func noteCreator(fields: String, names: [String]) throws {
        #expect(try item(fields).authors.map(\.name) == names)
    }

    private static let notes = String(repeating: "In this episode we talk about many things. ", count: 20)

    @Test("Z11 show notes that only iTunes' summary has are the text, and the description is the summary")
    func showNotes() throws {
        let entry = try item(
            "<description>Episode 7</description><itunes:summary>\(Self.notes)</itunes:summary>")
        guard case .plain(let text)? = entry.content else {
            Issue.record("the notes are the content")
            return
        }
        #expect(text.hasPrefix("In this episode"))
        #expect(entry.summary == .html(UntrustedHTML(markup: "Episode 7")))
        let described = try item(
            "<description>Video 7</description><media:description>\(Self.notes)</media:description>")
        #expect(described.summary == .html(UntrustedHTML(markup: "Video 7")))
    }

    @Test("Z11 a summary that is no fuller, or stands beside a whole text, is not the text")
    func soundSummary() throws {
        let short = "What the episode is about."
        let usual = try item("<description>\(short)</description><itunes:summary>\(short) Listen!</itunes:summary>")
        #expect(usual.content == .html(UntrustedHTML(markup: short)))
        #expect(usual.summary == nil)
        // Markup alone makes no text fuller.
        let words = "&lt;p style=\"" + String(repeating: "margin:0;", count: 100) + "\"&gt;\(short)&lt;/p&gt;"
        let styled = try item("<description>\(short)</description><itunes:summary>\(words)</itunes:summary>")
        #expect(styled.content == .html(UntrustedHTML(markup: short)))
        let whole = try item(
            "<content:encoded>whole</content:encoded><description>d</description><itunes:summary>\(Self.notes)</itunes:summary>"
        )
        #expect(whole.content == .html(UntrustedHTML(markup: "whole")))
    }

    private func picture(_ width: Int?, _ name: String) -> String {
        let size = width.map { " width=\"\($0)\"" } ?? ""
        return "<media:content medium=\"image\"\(size) url=\"https://site.example/\(name)\"/>"
    }

    @Test("Z12 of one picture in several sizes the largest that fits a page is taken")
    func largest() throws {
        let sizes = picture(140, "s") + picture(1200, "l") + picture(460, "m") + picture(6000, "print")
        #expect(try item(sizes).image == "https://site.example/l")
        #expect(try item("<media:group>\(sizes)</media:group>").image == "https://site.example/l")
        let thumbnails = [75, 480, 120].map { "<media:thumbnail width=\"\($0)\" url=\"https://site.example/\($0)\"/>" }
        #expect(try item(thumbnails.joined()).image == "https://site.example/480")
        #expect(try item(picture(6000, "a") + picture(4000, "b")).image == "https://site.example/b")
    }

    @Test("Z12 where no size is told, or the entry has a picture of its own, nothing changes")
    func soundPicture() throws {
        #expect(try item(picture(nil, "a") + picture(1200, "b")).image == "https://site.example/a")
        #expect(try item(picture(600, "a") + picture(600, "b")).image == "https://site.example/a")
        let own = "<itunes:image href=\"https://site.example/own\"/>"
        #expect(try item(picture(1200, "a") + own).image == "https://site.example/own")
    }

    @Test(
        "Z12 a file of zero bytes is one of unknown length",
        arguments: [("0", nil), ("00", nil), ("1", 1)] as [(String, Int64?)])
    func emptyFile(length: String, size: Int64?) throws {
        let entry = try item("<enclosure url=\"https://site.example/a.mp3\" length=\"\(length)\" type=\"audio/mpeg\"/>")
        #expect(entry.enclosures.first?.size == size)
        let media = try item(
            "<media:content url=\"https://site.example/a.mp3\" fileSize=\"\(length)\" type=\"audio/mpeg\"/>")
        #expect(media.enclosures.first?.size == size)
    }
}
