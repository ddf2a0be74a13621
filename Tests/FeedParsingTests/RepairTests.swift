import FeedModel
import FeedParsing
import Testing

/// What is nearly XML. The entries around the broken place always arrive complete.
@Suite("Documents that are not well-formed")
struct RepairTests {
    private static func entry(_ name: String, _ fields: String) -> String {
        "<item><title>\(name)</title><guid>\(name)</guid>\(fields)</item>"
    }

    /// Reads a feed with three entries, of which the second holds `fields`, and checks the other two.
    private func read(_ fields: String, before: String = "", location: SourceLocation = #_sourceLocation) throws -> Feed
    {
        let around = "<description>whole</description><link>http://e.example/1</link>"
        let text =
            before + "<rss version=\"2.0\"><channel><title>T</title>" + Self.entry("first", around)
            + Self.entry("second", fields) + Self.entry("third", around) + "</channel></rss>"
        let feed = try FeedReader.read(Array(text.utf8), contentType: nil, url: nil)
        #expect(feed.entries.map(\.guid) == ["first", "second", "third"], sourceLocation: location)
        for entry in [feed.entries.first, feed.entries.last] {
            #expect(entry?.url == "http://e.example/1", sourceLocation: location)
            #expect(entry?.content == feed.entries.first?.content, sourceLocation: location)
        }
        #expect(feed.isComplete, sourceLocation: location)
        return feed
    }

    @Test(
        "keep every entry, and what was mended is told",
        arguments: [
            ("<author>A & B</author>", ["bare_ampersand"]), ("<author>1 < 2 <- 3</author>", ["bare_less_than"]),
            ("<author>I <3 it, <me@e.example></author>", ["bare_less_than"]),
            ("<description>a <!' b</description>", ["bare_less_than"]),
            ("<description>a<br>b<b>c</description>", ["missing_end_tag"]),
            (
                "<comments>http://e.example/c</coments><pubDate>1 Jan 2024</pubDate>",
                ["missing_end_tag", "stray_end_tag"]
            ),
            ("<category>a<category>b</category>", ["missing_end_tag"]), ("</b></p>", ["stray_end_tag"]),
            ("<description><![CDATA[x </description>", ["unclosed_cdata"]),
            ("<description><![CDATA[x]] ></description>", ["unclosed_cdata"]),
            ("<description><![CDATA[x", ["missing_end_tag", "unclosed_cdata"]),
            ("<description><![CDATA[a <![CDATA[b]]> c ]]></description>", ["bare_cdata_end"]),
            ("<enclosure url='http://e.example/a' url='http://e.example/b'/>", ["duplicate_attribute"]),
            ("<enclosure url=http://e.example/a length=3 />", ["unquoted_attribute"]),
            ("<enclosure url='http://e.example/a'type='a/b'/>", ["not_well_formed"]),
            ("<enclosure url=\"http://e.example/a type=\"audio/mpeg\"/>", ["not_well_formed"]),
            ("<enclosure url=\"http://e.example/a />", ["unquoted_attribute"]),
            ("<enclosure url='http://e.example/<a>'/>", ["bare_less_than"]),
            ("<enclosure url='http://e.example/a' <x/>", ["missing_end_tag", "unclosed_tag"]),
            ("<!-- a -- b -->", ["dashes_in_comment"]), ("<!-- a", ["unclosed_comment"]),
            ("<?xml version='1.0'?>", ["misplaced_declaration"]), ("<?php echo 1", ["unclosed_tag"]),
            ("<author>a\u{1}b\u{FFFF}c&#0;&#xFFFE;</author>", ["control_character"]),
            ("<author>&copy 2024 & &eacute;</author>", ["bare_ampersand", "unclosed_reference"]),
            ("<x:y a:b='c'><z:creator>d</z:creator></x:y>", []), ("<TITLE>x</title>", ["not_well_formed"]),
        ] as [(String, [String])])
    func kept(fields: String, codes: [String]) throws {
        let feed = try read(fields)
        #expect(feed.repairs.map(\.code) == codes)
    }

    @Test(
        "may begin and end with anything",
        arguments: [
            "<?xml version='1.1'?>", "<?xml version=\"1.0\" encoding='utf-8' standalone=yes ?>",
            "\n\n  <?xml version=\"1.0\"?>",
            "<?XML VERSION=\"1.0\"?>", "<?xml version=\"1.0\"?><?xml version=\"1.0\"?>", "<?xml?>",
            "\u{FEFF}\u{FEFF}<?xml version=\"1.0\"?>",
            "<br />\n<b>Warning</b>: x() in <b>/x.php</b> on line <b>3</b><br />\n<?xml version=\"1.0\"?>",
            "<!DOCTYPE rss [ <!ENTITY x \"y\"> ]>", "<!DOCTYPE rss [ <!ENTITY x ",
            "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \"http://my.netscape.com/rss-0.91.dtd\">",
        ])
    func beginnings(text: String) throws {
        _ = try read("", before: text)
        _ = try read("<author>A & B</author>", before: text)
    }

    @Test("go on behind a root that ends too early")
    func earlyEnd() throws {
        let text =
            "<rss version=\"2.0\"><channel><title>T</title>" + Self.entry("a", "") + "</channel></rss>\n"
            + Self.entry("b", "") + "</channel></rss> & junk"
        let feed = try FeedReader.read(Array(text.utf8), contentType: nil, url: nil)
        #expect(feed.entries.map(\.guid) == ["a", "b"])
        #expect(feed.repairs.map(\.code) == ["junk_behind_root", "stray_end_tag"])
    }

    @Test("lose no character to references, named or numbered, with or without a document type")
    func references() throws {
        let text = "&nbsp;&eacute;&hellip;&rsquo;&NotEqualTilde;|a&nbsp b&eacute;c&eacute d|&amp e|AT&T|&unknown;"
        let meant = "é…’≂\u{338}|a\u{A0} bécé d|& e|AT&T|&unknown;"
        for type in ["", "<!DOCTYPE rss SYSTEM \"x.dtd\">", "<!DOCTYPE rss [<!ENTITY nbsp \"&#160;\">]>"] {
            let feed = try read(
                "<category domain=\"&eacute;&copy=\">\(text)</category><comments>http://e.example/?a=1&copy=2&reg=3</comments>",
                before: type)
            #expect(feed.entries.dropFirst().first?.commentsURL == "http://e.example/?a=1&copy=2&reg=3")
            let category = feed.entries.dropFirst().first?.categories.first
            #expect(category?.term == meant)
            #expect(category?.scheme == "é&copy=")
        }
    }
}
