import FeedModel
import FeedParsing
import Testing

@Suite("The encoding of a document")
struct EncodingTests {
    private func title(_ bytes: [UInt8], contentType: String?) throws -> String {
        try FeedReader.read(bytes, contentType: contentType, url: nil).title
    }

    private func document(declared: String?, title: [UInt8], mark: [UInt8] = []) -> [UInt8] {
        let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return mark + Array((declaration + "<rss version=\"2.0\"><channel><title>").utf8) + title
            + Array("</title></channel></rss>".utf8)
    }

    @Test(
        "is the byte order mark's, then HTTP's, then the declaration's",
        arguments: [
            ([0xEF, 0xBB, 0xBF], "text/xml; charset=windows-1251", "windows-1251", [0xC3, 0xA9], "é"),
            ([], "text/xml; charset=\"Windows-1251\"", "iso-8859-1", [0xE9], "й"),
            ([], "text/xml", "windows-1251", [0xE9], "й"), ([], nil, "iso-8859-1", [0xE9, 0x93], "é“"),
            ([], nil, nil, [0xC3, 0xA9], "é"), ([], "text/xml; charset=us-ascii", nil, [0xC3, 0xA9], "é"),
            ([], "text/xml; charset=x-foo", "windows-1251", [0xE9], "й"),
            ([], "text/xml; charset=x-foo", nil, [0xE9], "é"), ([], "text/xml; charset=x-foo", "x-bar", [0xE9], "é"),
            ([0xEF, 0xBB, 0xBF], "text/xml; charset=koi8-r", nil, [0xC3, 0xA9], "é"),
            ([0xEF, 0xBB, 0xBF], nil, "shift_jis", [0xC3, 0xA9], "é"),
            ([], "text/xml; charset=utf-8", "windows-1251", [0xC3, 0xA9], "é"),
            ([], "text/xml; charset=utf-8", "windows-1251", [0xE9], "й"),
            ([], "text/xml; charset=koi8-r", nil, [0xCA], "й"), ([], "text/xml", nil, [0xE9], "é"),
            ([], "application/rss+xml;charset='koi8-r'", "utf-8", [0xCA], "й"),
            ([], nil, "utf-8\u{0}", [0xC3, 0xA9], "é"),
            ([], "text/xml; charset=" + String(repeating: "x", count: 10_000), nil, [0xC3, 0xA9], "é"),
            ([], nil, "iso-2022-kr", [0x0E, 0x21, 0x0F], "!"), ([], nil, "utf-8", [0x93, 0xE9, 0x94], "“é”"),
            ([], nil, "utf-7", Array("+AOk-".utf8), "+AOk-"), ([], nil, "hz-gb-2312", Array("~{<:~}".utf8), "~{<:~}"),
            ([], nil, "utf-16", [0xC3, 0xA9], "é"),
            ([], nil, "utf-8", [0xE2, 0x82, 0xAC, 0xC0, 0xAF], "€\u{FFFD}\u{FFFD}"),
            ([], nil, "koi8-r", [0xCA], "й"), ([], nil, "gb2312", [0xC4, 0xE3], "你"),
            ([], nil, "big5", [0xA7, 0x41], "你"), ([], nil, "euc-kr", [0xB3, 0xE2], "년"),
            ([], nil, "iso-8859-15", [0xA4], "€"), ([], nil, "euc-jp", [0x8F, 0xB0, 0xA1, 0x8E, 0xB1], "丂ｱ"),
        ] as [([UInt8], String?, String?, [UInt8], String)])
    func precedence(mark: [UInt8], http: String?, declared: String?, bytes: [UInt8], expected: String) throws {
        let document = document(declared: declared, title: bytes.map { $0 == 0x3C ? 0x3D : $0 }, mark: mark)
        let wanted = expected.replacing("<", with: "=")
        #expect(try title(document, contentType: http) == wanted)
    }

    @Test(
        "never swallows a tag when a character is cut off",
        arguments: [("shift_jis", 0x83), ("euc-jp", 0xA4), ("gb18030", 0xB0), ("big5", 0xA4)] as [(String, UInt8)])
    func cutCharacter(label: String, lead: UInt8) throws {
        #expect(try title(document(declared: label, title: [lead]), contentType: nil) == "\u{FFFD}")
    }

    @Test("is UTF-16 or UTF-32 by its zeros, with a mark or without", arguments: [false, true])
    func wide(hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "<rss version=\"2.0\"><channel><title>日𠮷</title></channel></rss>"
        let little = Array(text.utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let huge = text.unicodeScalars.flatMap { scalar in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> UInt32($0)) }
        }
        for bytes in [little, big, huge] {
            #expect(try title(bytes, contentType: "text/xml; charset=utf-8") == "日𠮷")
        }
    }

    @Test(
        "that is UTF-8 with errors has one replacement for each broken sequence, and loses nothing beside it",
        arguments: [
            ([0x80], 1), ([0xBF, 0x80], 2), ([0xC0, 0xAF], 2), ([0xE0, 0x80, 0xAF], 3), ([0xED, 0xA0, 0x80], 3),
            ([0xF4, 0x90, 0x80, 0x80], 4), ([0xF5], 1), ([0xFF, 0xFE], 2), ([0xE2, 0x82], 1), ([0xF0, 0x9F, 0x98], 1),
            ([0xF0, 0x9F, 0x98, 0xE2, 0x82], 2), ([0xC3], 1), ([0xF8, 0x88, 0x80, 0x80, 0x80], 5),
        ] as [([UInt8], Int)])
    func brokenUTF8(bytes: [UInt8], replacements: Int) throws {
        let title = Array("日本語".utf8) + bytes + Array("日本語".utf8)
        let feed = try FeedReader.read(document(declared: nil, title: title), contentType: nil, url: nil)
        #expect(feed.title == "日本語" + String(repeating: "\u{FFFD}", count: replacements) + "日本語")
        #expect(feed.repairs == [Repair(code: "invalid_utf8", count: replacements)])
    }
}
