import FeedModel
import FeedParsing
import Testing

/// The labels of the Encoding Standard §4.2, each with bytes that tell its encoding from its neighbours.
@Suite("Labels of encodings")
struct EncodingLabelTests {
    @Test(
        "mean what browsers take them for",
        arguments: [
            ("utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8", [0xC3, 0xA9], "é"),
            ("866 cp866 csibm866 ibm866", [0x80], "А"),
            ("csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2", [0xA1], "Ą"),
            ("csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3", [0xA1], "Ħ"),
            ("csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4", [0xBF], "ŋ"),
            (
                "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
                [0xD0], "а"
            ),
            (
                "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
                    + "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987", [0xC7], "ا"
            ),
            (
                "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
                    + "iso_8859-7:1987 sun_eu_greek", [0xE1, 0xA4], "α€"
            ),
            (
                "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
                    + "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical", [0xE0], "א"
            ),
            ("csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6", [0xBD], "―"),
            ("iso-8859-13 iso8859-13 iso885913", [0xA1], "”"), ("iso-8859-14 iso8859-14 iso885914", [0xA1], "Ḃ"),
            ("csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9", [0xA4], "€"), ("iso-8859-16", [0xAA], "Ș"),
            ("cskoi8r koi koi8 koi8-r koi8_r", [0xCA], "й"), ("koi8-ru koi8-u", [0xA4, 0xAE], "єў"),
            ("csmacintosh mac macintosh x-mac-roman", [0x8E, 0xC6], "é∆"),
            ("x-mac-cyrillic x-mac-ukrainian", [0xFF, 0xA2], "€Ґ"),
            ("dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874", [0xA1], "ก"),
            ("cp1250 windows-1250 x-cp1250", [0x9C], "ś"), ("cp1251 windows-1251 x-cp1251", [0xE9], "й"),
            (
                "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
                    + "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252", [0x93, 0x81], "“\u{81}"
            ),
            ("cp1253 windows-1253 x-cp1253", [0xA2], "Ά"),
            (
                "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
                    + "windows-1254 x-cp1254", [0xFD, 0x80], "ı€"
            ),
            ("cp1255 windows-1255 x-cp1255", [0xE0, 0xCA], "א\u{5BA}"), ("cp1256 windows-1256 x-cp1256", [0x90], "گ"),
            ("cp1257 windows-1257 x-cp1257", [0xE0], "ą"), ("cp1258 windows-1258 x-cp1258", [0xD0], "Đ"),
            (
                "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030",
                [0xC4, 0xE3, 0x80, 0x81, 0x30, 0x81, 0x30], "你€\u{80}"
            ),
            ("big5 big5-hkscs cn-big5 csbig5 x-x-big5", [0xA7, 0x41, 0x88, 0x62], "你Ê̄"),
            ("cseucpkdfmtjapanese euc-jp x-euc-jp", [0xC6, 0xFC], "日"),
            ("csiso2022jp iso-2022-jp", Array("\u{1B}$BF|".utf8), "日"),
            ("csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis", [0x93, 0xFA], "日"),
            (
                "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
                    + "windows-949", [0xC7, 0xD1, 0x81, 0x41], "한갂"
            ),
        ] as [(String, [UInt8], String)])
    func labels(names: String, bytes: [UInt8], text: String) {
        for name in names.split(separator: " ") {
            let (start, end) = ("<rss version=\"2.0\"><channel><title>", "</title></channel></rss>")
            for type in ["text/xml; charset=\(name)", "text/xml;charset=\" \(name.uppercased()) \""] {
                // The document, not the title: what cannot be seen has no place in a line.
                let decoded = DecodedText(Array(start.utf8) + bytes + Array(end.utf8), contentType: type)
                #expect(decoded.utf8.elementsEqual((start + text + end).utf8), "\(name)")
            }
        }
    }

    @Test(
        "of encodings that hide markup are never obeyed",
        arguments: [
            "utf-7", "x-utf-7", "unicode-1-1-utf-7", "csutf7", "hz-gb-2312", "hz", "iso-2022-kr", "csiso2022kr",
            "iso-2022-cn", "iso-2022-cn-ext", "replacement", "x-user-defined", "//TRANSLIT", "utf-8//ignore",
        ])
    func dangerous(label: String) throws {
        let document = "<rss version=\"2.0\"><channel><title>+ADw-~{!!~}\u{0E}</title></channel></rss>"
        let feed = try FeedReader.read(Array(document.utf8), contentType: "text/xml; charset=\(label)", url: nil)
        #expect(feed.title == "+ADw-~{!!~}")
    }

    @Test(
        "are found in declarations of any form",
        arguments: [
            "<?xml version='1.0' encoding='koi8-r'?>", "<?xml version = \"1.0\"  encoding = \"KOI8-R\" ?>",
            "<?xml encoding=koi8-r version=1.1?>", "<?XML VERSION=\"1.0\" ENCODING=\"koi8-r\"?>",
            "\n\n  <?xml version=\"1.0\" encoding=\"koi8-r\"?>", "junk <?xml version=\"1.0\" encoding=\"koi8-r\"?>",
            "<?xml version=\"1.0\" encoding=\"koi8-r\">", "<?xml version=\"1.1\"\n\tencoding=\"koi8-r\"\n?>",
            "<?xml version=\"1.0\" encoding=\"koi8-r\"?><?xml version=\"1.0\" encoding=\"utf-8\"?>",
        ])
    func declaration(text: String) throws {
        let document =
            Array((text + "<rss version=\"2.0\"><channel><title>").utf8) + [0xCA]
            + Array("</title></channel></rss>".utf8)
        #expect(try FeedReader.read(document, contentType: nil, url: nil).title == "й")
    }

    @Test(
        "are not needed for Chinese and Korean texts",
        arguments: [
            (
                "政府昨天宣布了新的政策，旨在促进消费，提高人民生活水平，并将于明年开始执行，各地都在做准备工作。",
                [
                    0xD5, 0xFE, 0xB8, 0xAE, 0xD7, 0xF2, 0xCC, 0xEC, 0xD0, 0xFB, 0xB2, 0xBC, 0xC1, 0xCB, 0xD0, 0xC2,
                    0xB5, 0xC4, 0xD5, 0xFE, 0xB2, 0xDF, 0xA3, 0xAC, 0xD6, 0xBC, 0xD4, 0xDA, 0xB4, 0xD9, 0xBD, 0xF8,
                    0xCF, 0xFB, 0xB7, 0xD1, 0xA3, 0xAC, 0xCC, 0xE1, 0xB8, 0xDF, 0xC8, 0xCB, 0xC3, 0xF1, 0xC9, 0xFA,
                    0xBB, 0xEE, 0xCB, 0xAE, 0xC6, 0xBD, 0xA3, 0xAC, 0xB2, 0xA2, 0xBD, 0xAB, 0xD3, 0xDA, 0xC3, 0xF7,
                    0xC4, 0xEA, 0xBF, 0xAA, 0xCA, 0xBC, 0xD6, 0xB4, 0xD0, 0xD0, 0xA3, 0xAC, 0xB8, 0xF7, 0xB5, 0xD8,
                    0xB6, 0xBC, 0xD4, 0xDA, 0xD7, 0xF6, 0xD7, 0xBC, 0xB1, 0xB8, 0xB9, 0xA4, 0xD7, 0xF7, 0xA1, 0xA3,
                ]
            ),
            (
                "정부는 어제 새로운 정책을 발표하고 소비를 촉진하겠다고 밝혔다. 내년부터 시행하며 각 지역에서 준비하고 있다고 한다.",
                [
                    0xC1, 0xA4, 0xBA, 0xCE, 0xB4, 0xC2, 0x20, 0xBE, 0xEE, 0xC1, 0xA6, 0x20, 0xBB, 0xF5, 0xB7, 0xCE,
                    0xBF, 0xEE, 0x20, 0xC1, 0xA4, 0xC3, 0xA5, 0xC0, 0xBB, 0x20, 0xB9, 0xDF, 0xC7, 0xA5, 0xC7, 0xCF,
                    0xB0, 0xED, 0x20, 0xBC, 0xD2, 0xBA, 0xF1, 0xB8, 0xA6, 0x20, 0xC3, 0xCB, 0xC1, 0xF8, 0xC7, 0xCF,
                    0xB0, 0xDA, 0xB4, 0xD9, 0xB0, 0xED, 0x20, 0xB9, 0xE0, 0xC7, 0xFB, 0xB4, 0xD9, 0x2E, 0x20, 0xB3,
                    0xBB, 0xB3, 0xE2, 0xBA, 0xCE, 0xC5, 0xCD, 0x20, 0xBD, 0xC3, 0xC7, 0xE0, 0xC7, 0xCF, 0xB8, 0xE7,
                    0x20, 0xB0, 0xA2, 0x20, 0xC1, 0xF6, 0xBF, 0xAA, 0xBF, 0xA1, 0xBC, 0xAD, 0x20, 0xC1, 0xD8, 0xBA,
                    0xF1, 0xC7, 0xCF, 0xB0, 0xED, 0x20, 0xC0, 0xD6, 0xB4, 0xD9, 0xB0, 0xED, 0x20, 0xC7, 0xD1, 0xB4,
                    0xD9, 0x2E,
                ]
            ),
        ] as [(String, [UInt8])])
    func unlabelled(text: String, bytes: [UInt8]) throws {
        let document =
            Array("<rss version=\"2.0\"><channel><title>".utf8) + bytes + Array("</title></channel></rss>".utf8)
        #expect(try FeedReader.read(document, contentType: nil, url: nil).title == text)
    }
}
