import FeedModel
import FeedParsing
import Testing

/// Each document that has a trouble stands beside a sound one that must stay as it is.
@Suite("Encodings that nobody named, or wrongly")
struct LegacyEncodingTests {
    private static let latin1 = "text/xml; charset=ISO-8859-1"

    private func read(_ title: [UInt8], contentType: String?) throws -> Feed {
        let bytes =
            Array("<rss version=\"2.0\"><channel><title>".utf8) + title + Array("</title></channel></rss>".utf8)
        return try FeedReader.read(bytes, contentType: contentType, url: nil)
    }

    private func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).map { offset in
            UInt8(hex.dropFirst(offset).prefix(2), radix: 16) ?? 0
        }
    }

    /// Cyrillic small and capital letters in windows-1251.
    private func windows1251(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { $0.value < 0x80 ? UInt8($0.value) : UInt8($0.value - 0x410 + 0xC0) }
    }

    private func koi8(_ text: String) -> [UInt8] {
        let order = Array("юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ".unicodeScalars)
        return text.unicodeScalars.map { scalar in
            order.firstIndex(of: scalar).map { UInt8(0xC0 + $0) } ?? UInt8(scalar.value)
        }
    }

    private static let russian = "Президент сегодня подписал новый закон об образовании"
    private static let korean = (
        "c1a4baceb4c220b9ddb5b5c3bc20bbeabef7c0bb20c1f6bff8c7cfb4c220b9e6bec8c0bb20b9dfc7a5c7dfb4d9",
        "정부는 반도체 산업을 지원하는 방안을 발표했다"
    )
    private static let chinese = (
        "a4a4b0eaa46ab3b0a4b5a67eaabab867c0d9a6a8aaf8b276b977a6f4acb0a6caa4c0a4a7a4ada141a578a55fa5abaaf8a4b5a4d1a662b04f",
        "中國大陸今年的經濟成長率預估為百分之五，台北市長今天在記"
    )
    /// A headline in which only three kana stand.
    private static let japanese = [
        ("91498b938c8b89ca82f094ad955c", "選挙結果を発表"), ("c1aab5f3b7ebb2cca4f2c8afc9bd", "選挙結果を発表"),
    ]

    @Test("Z13 Japanese is read although HTTP says ISO-8859-1, a headline of few kana, too")
    func japanese() throws {
        for (hex, meant) in Self.japanese {
            let feed = try read(bytes(hex), contentType: Self.latin1)
            #expect(feed.title == meant)
            #expect(feed.repairs == [Repair(code: "wrong_encoding_label")])
        }
    }

    @Test(
        "Z13 Russian, Korean and Chinese are read where nothing or ISO-8859-1 is named, and that is told",
        arguments: [nil, latin1])
    func others(contentType: String?) throws {
        let code = contentType == nil ? "guessed_encoding" : "wrong_encoding_label"
        let samples = [
            (windows1251(Self.russian), Self.russian), (koi8(Self.russian), Self.russian),
            (bytes(Self.korean.0), Self.korean.1), (bytes(Self.chinese.0), Self.chinese.1),
        ]
        for (bytes, meant) in samples {
            let feed = try read(bytes, contentType: contentType)
            #expect(feed.title == meant)
            #expect(feed.repairs.map(\.code) == [code])
        }
    }

    @Test(
        "Z13 Western text stays what ISO-8859-1 says, and windows-1252 where nothing is named",
        arguments: [
            "L'été à la plage : où déjeuner, que voir « au fil de l'eau »", "Übermäßig große Öfen für süße Brötchen",
            "Ação, coração e pão: não há solução à vista", "“Curly” – ‘quotes’ … and nothing else", "ÀÉÈÙ ÇÏÔ ÄÖÜ ÆØÅ",
        ])
    func western(text: String) throws {
        let table: [Unicode.Scalar: UInt8] = ["“": 0x93, "”": 0x94, "–": 0x96, "‘": 0x91, "’": 0x92, "…": 0x85]
        let bytes = text.unicodeScalars.map { table[$0] ?? UInt8($0.value) }
        let labelled = try read(bytes, contentType: Self.latin1)
        #expect(labelled.title == text)
        #expect(labelled.repairs == [])
        let unlabelled = try read(bytes, contentType: nil)
        #expect(unlabelled.title == text)
        #expect(unlabelled.repairs == [Repair(code: "guessed_encoding")])
    }

    @Test("Z13 what no reading explains is told, although the label is kept")
    func doubtful() throws {
        // Thai in TIS-620.
        let thai = bytes(
            "c3d1b0bad2c5e4b7c2bbc3d0a1d2c8b9e2c2bad2c2e0c8c3c9b0a1d4a8e3cbc1e8e3b9c7d1b9b9d5e9")
        #expect(try read(thai, contentType: Self.latin1).repairs.map(\.code) == ["doubtful_encoding"])
    }

    @Test(
        "Z13 a label that the bytes bear out is kept: Russian, Greek and Thai by their names",
        arguments: [
            ("windows-1251", "Президент сегодня"), ("koi8-r", "Президент сегодня подписал"),
        ])
    func named(label: String, text: String) throws {
        let bytes = label == "koi8-r" ? koi8(text) : windows1251(text)
        let feed = try read(bytes, contentType: "text/xml; charset=\(label)")
        #expect(feed.title == text)
        #expect(feed.repairs == [])
    }
}
