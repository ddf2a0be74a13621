import FeedModel
import FeedParsing
import FeedRendering
import Testing

/// Each document that has a trouble stands beside a sound one that must stay as it is.
@Suite("Texts that were damaged on their way")
struct DamagedTextTests {
    private func read(_ bytes: [UInt8], contentType: String? = nil) throws -> Feed {
        try FeedReader.read(bytes, contentType: contentType, url: nil)
    }

    private func document(_ titles: [[UInt8]], declared: String? = nil) -> [UInt8] {
        let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        var bytes = Array((declaration + "<rss version=\"2.0\"><channel><title>T</title>").utf8)
        for title in titles { bytes += Array("<item><title>".utf8) + title + Array("</title></item>".utf8) }
        return bytes + Array("</channel></rss>".utf8)
    }

    private func feed(_ titles: String...) throws -> Feed { try read(document(titles.map { Array($0.utf8) })) }

    private func titles(_ feed: Feed) -> [String] { feed.entries.map { $0.title ?? "" } }

    @Test(
        "Z03 UTF-8 with a stray byte is UTF-8, whatever its label says, and the byte is read as windows-1252",
        arguments: ["iso-8859-1", "windows-1252", "windows-1251", "shift_jis", "utf-8"])
    func strayByte(label: String) throws {
        let sound = Array("Ünïcödé – façade, naïve, Ærøskøbing".utf8)
        let feed = try read(
            document([sound, Array("caf".utf8) + [0xE9] + Array(" it".utf8) + [0x92, 0x73]], declared: label))
        #expect(titles(feed) == ["Ünïcödé – façade, naïve, Ærøskøbing", "café it’s"])
        #expect(feed.repairs.contains(Repair(code: "stray_bytes", count: 2)))
        #expect(feed.repairs.contains { $0.code == "wrong_encoding_label" } == (label != "utf-8"))
    }

    @Test("Z03 what is Latin-1 stays Latin-1, although some of it could be UTF-8")
    func latin1() throws {
        // É» is a character of UTF-8 by chance.
        let text: [UInt8] = [0xC9, 0xBB, 0x20, 0xE9, 0x20, 0xE8, 0x20, 0xE0]
        let feed = try read(document([text], declared: "iso-8859-1"))
        #expect(titles(feed) == ["É» é è à"])
        #expect(feed.repairs == [])
    }

    @Test("Z03 what is left of a cut character is no letter")
    func cutCharacter() throws {
        let feed = try read(document([Array("日本語の見出し".utf8) + [0xE3], Array("東京 ".utf8) + [0xE3, 0x81]]))
        #expect(titles(feed) == ["日本語の見出し\u{FFFD}", "東京 \u{FFFD}"])
        #expect(feed.repairs == [Repair(code: "invalid_utf8", count: 2)])
    }

    @Test("Z04 controls that were windows-1252 are the signs that they were, and that is told")
    func controls() throws {
        let feed = try feed("It\u{92}s \u{93}so\u{94}", "It’s “so”")
        #expect(titles(feed) == ["It’s “so”", "It’s “so”"])
        #expect(feed.repairs == [Repair(code: "c1_controls", count: 3)])
        // A line's end, and what means nothing in windows-1252.
        #expect(try self.feed("a\u{85}b\u{81}").repairs == [])
    }

    @Test(
        "Z04 text that was encoded twice or thrice is read as it was meant, and that is told",
        arguments: [
            ("Piratage imputÃ© Ã\u{A0} la Russie", "Piratage imputé à la Russie", 2),
            ("La Â«Â\u{A0}bulleÂ\u{A0}Â» Macron rÃ©siste", "La «\u{A0}bulle\u{A0}» Macron résiste", 5),
            ("Itâ€™s â€œAddâ€\u{9D} â€“ now", "It’s “Add” – now", 4), ("National â€º News", "National › News", 1),
            ("Prachanda’s â€˜secretâ€™ meet", "Prachanda’s ‘secret’ meet", 2),
            ("itâ\u{80}\u{99}s", "it’s", 1), ("Itâ€™s Ã¢â‚¬Å“sâ‚¬", "It’s “s€", 6),
            ("ÐŸÐ°Ñ‚Ñ€Ð¸Ð°Ñ€Ñ…", "Патриарх", 8), ("æ—¥æœ¬èªž", "日本語", 3), ("ðŸ˜€ go", "😀 go", 1),
            ("Â¿Pensando? AquÃ\u{AD} Hay 7 Cosas", "¿Pensando? Aquí Hay 7 Cosas", 2),
        ])
    func encodedTwice(written: String, meant: String, count: Int) throws {
        let feed = try feed(written, "sound")
        #expect(titles(feed) == [meant, "sound"])
        #expect(feed.repairs == [Repair(code: "doubly_encoded", count: count)])
    }

    @Test(
        "Z04 what somebody may have meant stays",
        arguments: [
            "Le « mot clé\u{A0}» et « une idée\u{A0}»", "“AMANHÃ”, diz a IRMÃ… “MAÇÔ", "24\u{A0}×\u{A0}36 mm",
            "São João, às 8 – ‘já’",
            "DÉJÀ VU", "ÂNGELA ÃÉ", "€ 5, £ 6", "Å‚ Ä™", "naïve œuvre", "日本語 Ã",
        ])
    func soundText(text: String) throws {
        let feed = try feed(text)
        #expect(titles(feed) == [text])
        #expect(feed.repairs == [])
    }

    @Test(
        "Z04 an entry that is about encodings shows what it means to show, and others are mended",
        arguments: [
            "Why Ã© appears: UTF-8 and Latin-1", "文字化け「æ—¥æœ¬èªžâ€™」の原因", "â€™ is mojibake",
            "What is the encoding of Ã©?",
        ])
    func talk(text: String) throws {
        let feed = try feed(text, "cafÃ©")
        #expect(titles(feed) == [text, "café"])
        #expect(feed.repairs == [Repair(code: "doubly_encoded", count: 1)])
    }

    @Test("Z04 a script's charset is no talk of encodings")
    func scripts() throws {
        let feed = try feed("cafÃ© &lt;script charset=\"utf-8\" src=\"x\"&gt;&lt;/script&gt;")
        #expect(titles(feed).first?.hasPrefix("café") == true)
    }

    @Test(
        "Z08 characters written as two halves are joined, and that is told",
        arguments: [
            ("a &#55357;&#56832; b", "a 😀 b", "split_reference"), ("&#xD83D;&#xDE00;", "😀", "split_reference"),
            ("&#xD83D;&#56832;!", "😀!", "split_reference"),
        ])
    func splitReferences(written: String, meant: String, code: String) throws {
        let feed = try feed(written)
        #expect(titles(feed) == [meant])
        #expect(feed.repairs == [Repair(code: code, count: 1)])
    }

    @Test("Z08 halves of characters in three bytes each are joined, in a text without any other sign, too")
    func cesu() throws {
        let emoji: [UInt8] = [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]
        let feed = try read(document([Array("a ".utf8) + emoji + Array(" b".utf8) + emoji]))
        #expect(titles(feed) == ["a 😀 b😀"])
        #expect(feed.repairs == [Repair(code: "split_characters", count: 2)])
    }

    @Test("Z08 references to halves inside escaped HTML are joined, too")
    func escapedReferences() throws {
        let feed = try feed("a &amp;#55357;&amp;#56832; b")
        #expect(titles(feed) == ["a 😀 b"])
        let text =
            "<rss version=\"2.0\"><channel><item><title>t</title><description>&lt;p&gt;&amp;#xd83d;&amp;#xde00;&lt;/p&gt;</description></item></channel></rss>"
        let entry = try #require(try read(Array(text.utf8)).entries.first)
        #expect(String(decoding: JSONFeedDocument.render(entry: entry), as: UTF8.self).contains("😀"))
    }

    @Test(
        "Z08 half a character is none, and a whole one needs no other",
        arguments: [("a&#55357;b", "ab"), ("a&#56832;&#55357;b", "ab"), ("&#128512;", "😀"), ("a&#55357;&#65;b", "aAb")])
    func halves(written: String, meant: String) throws {
        let feed = try feed(written)
        #expect(titles(feed) == [meant])
        #expect(!feed.repairs.contains { $0.code == "split_reference" })
    }
}
