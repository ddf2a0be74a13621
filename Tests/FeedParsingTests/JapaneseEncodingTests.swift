import FeedModel
import FeedParsing
import Testing

@Suite("Japanese encodings")
struct JapaneseEncodingTests {
    private func document(_ title: [UInt8], declared: String?) -> [UInt8] {
        let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return Array((declaration + "<rss version=\"2.0\"><channel><title>").utf8) + title
            + Array("</title><item><title>next</title></item></channel></rss>".utf8)
    }

    private func read(_ title: [UInt8], declared: String?, http: String? = nil) throws -> Feed {
        try FeedReader.read(document(title, declared: declared), contentType: http, url: nil)
    }

    @Test(
        "are read exactly, whatever their name",
        arguments: [
            (
                "shift_jis", "①㈱髙～－∥￠￡￢",
                [
                    0x87, 0x40, 0x87, 0x8A, 0xFB, 0xFC, 0x81, 0x60, 0x81, 0x7C, 0x81, 0x61, 0x81, 0x91, 0x81, 0x92,
                    0x81, 0xCA,
                ]
            ),
            ("x-sjis", "ｱﾞ表", [0xB1, 0xDE, 0x95, 0x5C]), ("windows-31j", "纊ⅰ", [0xED, 0x40, 0xEE, 0xEF]),
            ("MS_Kanji", "ソ\u{80}", [0x83, 0x5C, 0x80]), ("cp932", "\u{E000}", [0xF0, 0x40]),
            (
                "euc-jp", "日本①～丂ｱ¦",
                [0xC6, 0xFC, 0xCB, 0xDC, 0xAD, 0xA1, 0xA1, 0xC1, 0x8F, 0xB0, 0xA1, 0x8E, 0xB1, 0x8F, 0xA2, 0xC3]
            ),
            ("x-euc-jp", "髙ⅰ", [0xFC, 0xE2, 0xFC, 0xF1]),
            ("iso-2022-jp", "日本a", Array("\u{1B}$BF|K\\\u{1B}(Ba".utf8)),
            ("csISO2022JP", "①", Array("\u{1B}$B-!\u{1B}(B".utf8)),
            ("iso-2022-jp", "ｱｲ", Array("\u{1B}(I12\u{1B}(B".utf8)),
            ("iso-2022-jp", "日", Array("\u{1B}$@F|\u{1B}(B".utf8)),
            ("iso-2022-jp", "丂", Array("\u{1B}$(D0!\u{1B}(B".utf8)),
            ("iso-2022-jp", "¥‾A", Array("\u{1B}(J\\~\u{1B}(BA".utf8)),
        ] as [(String, String, [UInt8])])
    func exact(label: String, text: String, bytes: [UInt8]) throws {
        let decoded = DecodedText(document(bytes, declared: label), contentType: nil)
        #expect(decoded.utf8.elementsEqual(document(Array(text.utf8), declared: label)))
        let feed = try read(bytes, declared: label)
        // What cannot be seen has no place in a line.
        #expect(feed.title.unicodeScalars.elementsEqual(text.unicodeScalars.filter { $0.value != 0x80 }))
        #expect(feed.repairs == [])
    }

    @Test(
        "lose one character where one is broken, and never a tag",
        arguments: [
            ("shift_jis", [0x83], "\u{FFFD}"), ("shift_jis", [0x81, 0xAD, 0x82, 0xA0], "\u{FFFD}あ"),
            ("shift_jis", [0xFF, 0x82, 0xA0], "\u{FFFD}あ"), ("euc-jp", [0x8F, 0xB0], "\u{FFFD}"),
            ("euc-jp", [0x8E], "\u{FFFD}"), ("euc-jp", [0xA9, 0xA1, 0xA4, 0xA2], "\u{FFFD}あ"),
            ("iso-2022-jp", Array("\u{1B}$B$\"".utf8), "あ"),
            ("iso-2022-jp", Array("\u{1B}$B$\"\u{1B}(".utf8), "あ\u{FFFD}("),
            ("iso-2022-jp", Array("\u{1B}$B$\"$".utf8), "あ\u{FFFD}"),
            ("iso-2022-jp", Array("\u{1B}$".utf8), "\u{FFFD}$"),
            ("euc-kr", [0xB0], "\u{FFFD}"), ("euc-kr", [0xA2, 0xE8, 0xB0, 0xA1], "\u{FFFD}가"),
            ("gb18030", [0x80, 0xB0], "€\u{FFFD}"),
            ("big5", [0xA4], "\u{FFFD}"),
        ] as [(String, [UInt8], String)])
    func broken(label: String, bytes: [UInt8], text: String) throws {
        let feed = try read(bytes, declared: label)
        #expect(feed.title == text)
        #expect(feed.entries.map(\.title) == ["next"])
    }

    /// "これは日本語のテストです。" in each.
    private static let sentences: [(name: String, bytes: [UInt8])] = [
        ("utf-8", Array("これは日本語のテストです。".utf8)),
        (
            "shift_jis",
            [
                0x82, 0xB1, 0x82, 0xEA, 0x82, 0xCD, 0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x82, 0xCC, 0x83, 0x65, 0x83,
                0x58,
                0x83, 0x67, 0x82, 0xC5, 0x82, 0xB7, 0x81, 0x42,
            ]
        ),
        (
            "euc-jp",
            [
                0xA4, 0xB3, 0xA4, 0xEC, 0xA4, 0xCF, 0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0xA4, 0xCE, 0xA5, 0xC6, 0xA5,
                0xB9,
                0xA5, 0xC8, 0xA4, 0xC7, 0xA4, 0xB9, 0xA1, 0xA3,
            ]
        ),
        ("iso-2022-jp", Array("\u{1B}$B$3$l$OF|K\\8l$N%F%9%H$G$9!#\u{1B}(B".utf8)),
    ]

    @Test(
        "are told by the bytes where the label is wrong, unknown or missing",
        arguments: [nil, "utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "iso-8859-1", "x-unknown", "utf-16"], 0..<4)
    func wrongLabel(label: String?, place: Int) throws {
        let sentence = Self.sentences[place]
        for http in [nil, label.map { "text/xml; charset=" + $0 }] {
            let feed = try read(sentence.bytes, declared: http == nil ? label : nil, http: http)
            #expect(feed.title == "これは日本語のテストです。")
            let isWrong = label != nil && label != sentence.name
            #expect(feed.repairs.map(\.code) == (isWrong ? ["wrong_encoding_label"] : []))
        }
    }

    @Test("are not seen in what is none", arguments: ["iso-8859-1", "utf-8", nil, "euc-jp"])
    func western(label: String?) throws {
        let text = "“Les élèves” n’ont pas été là – à Noël, œuvre, très déçus, naïveté, où ça, même fête, forêt, dîner"
        let special: [Unicode.Scalar: UInt8] = ["“": 0x93, "”": 0x94, "’": 0x92, "–": 0x96, "œ": 0x9C]
        let bytes = text.unicodeScalars.map { special[$0] ?? UInt8(truncatingIfNeeded: $0.value) }
        #expect(try read(bytes, declared: label).title == text)
    }

    @Test("need no kana to be told: names and headings are enough", arguments: ["shift_jis", "euc-jp"])
    func kanjiOnly(encoding: String) throws {
        let bytes: [UInt8] =
            encoding == "euc-jp"
            ? [0xC5, 0xEC, 0xB5, 0xFE, 0xC5, 0xD4, 0xB8, 0xF8, 0xCA, 0xF3]
            : [0x93, 0x8C, 0x8B, 0x9E, 0x93, 0x73, 0x8C, 0xF6, 0x95, 0xF1]
        #expect(try read(bytes, declared: nil).title == "東京都公報")
    }
}
