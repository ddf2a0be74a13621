/// The labels of the Encoding Standard (§4.2), and further names that feeds use.
extension Encoding {
    /// Returns the encoding of a label; nil for unknown labels, and for encodings that are dangerous to decode
    /// (UTF-7, HZ, ISO-2022-KR and -CN).
    init?(label: String) {
        guard label.utf8.count <= 64 else { return nil }
        let key = label.lowercased().filter { !" \t\r\n\u{0C}\"'".contains($0) }
        guard let found = key == "utf-8" ? .utf8 : Self.labels[key] else { return nil }
        self = found
    }

    private static let labels: [String: Encoding] = {
        var table: [String: Encoding] = [:]
        for (encoding, names) in named {
            for name in names.split(separator: " ") { table[String(name)] = encoding }
        }
        return table
    }()

    private static let named: [(Encoding, String)] = [
        (.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf_8 utf-8n"),
        (.utf16(bigEndian: false), "utf-16 utf-16le utf16 utf16le ucs-2 iso-10646-ucs-2 unicode csunicode unicodefeff"),
        (.utf16(bigEndian: true), "utf-16be utf16be unicodefffe"),
        (.utf32(bigEndian: false), "utf-32le utf32le"),
        (.utf32(bigEndian: true), "utf-32 utf-32be utf32 utf32be ucs-4 iso-10646-ucs-4 utf_32_be"),
        (.iso2022JP, "iso-2022-jp csiso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso2022jp jis iso-2022-jp-ms"),
        (
            .shiftJIS,
            "shift_jis shift-jis sjis x-sjis windows-31j windows31j ms_kanji csshiftjis ms932 cp932 x-ms-cp932 sjis-win"
        ),
        (.eucJP, "euc-jp x-euc-jp cseucpkdfmtjapanese eucjp euc_jp x-euc eucjp-ms eucjp-win"),
        (
            .multiByte(.gb18030),
            "gb2312 gbk gb18030 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 x-gbk cp936 gb2312-80 "
                + "euc-cn"
        ),
        (.multiByte(.big5), "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950"),
        (
            .eucKR,
            "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
                + "windows-949 cp949 uhc"
        ),
        // Code pages of old PCs: outside the standard, but seen in feeds.
        (.singleByte(.ibm437), "cp437 ibm437 437"),
        (.singleByte(.ibm850), "cp850 ibm850 850"),
        (.singleByte(.ibm852), "cp852 ibm852 852"),
        (.singleByte(.ibm855), "cp855 ibm855 855"),
        (.singleByte(.ibm857), "cp857 ibm857 857"),
        (.singleByte(.ibm862), "cp862 ibm862 862"),
        (.singleByte(.ibm866), "ibm866 866 cp866 csibm866"),
        (
            .singleByte(.w1252),
            "windows-1252 iso-8859-1 us-ascii ascii latin1 iso8859-1 iso88591 iso_8859-1 l1 cp1252 x-cp1252 "
                + "ansi_x3.4-1968 cp819 csisolatin1 ibm819 iso-ir-100 iso_8859-1:1987 latin-1 ansi"
        ),
        (
            .singleByte(.iso2),
            "iso-8859-2 latin2 iso8859-2 iso88592 iso_8859-2 l2 csisolatin2 iso-ir-101 iso_8859-2:1987"
        ),
        (
            .singleByte(.iso3),
            "iso-8859-3 latin3 iso8859-3 iso88593 iso_8859-3 l3 csisolatin3 iso-ir-109 iso_8859-3:1988"
        ),
        (
            .singleByte(.iso4),
            "iso-8859-4 latin4 iso8859-4 iso88594 iso_8859-4 l4 csisolatin4 iso-ir-110 iso_8859-4:1988"
        ),
        (
            .singleByte(.iso5),
            "iso-8859-5 cyrillic iso8859-5 iso88595 iso_8859-5 csisolatincyrillic iso-ir-144 iso_8859-5:1988"
        ),
        (
            .singleByte(.iso6),
            "iso-8859-6 arabic iso8859-6 iso88596 iso_8859-6 asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 "
                + "iso-8859-6-e iso-8859-6-i iso-ir-127 iso_8859-6:1987"
        ),
        (
            .singleByte(.iso7),
            "iso-8859-7 greek greek8 iso8859-7 iso88597 iso_8859-7 csisolatingreek ecma-118 elot_928 iso-ir-126 "
                + "iso_8859-7:1987 sun_eu_greek"
        ),
        (
            .singleByte(.iso8),
            "iso-8859-8 hebrew iso8859-8 iso88598 iso_8859-8 csiso88598e csisolatinhebrew iso-8859-8-e iso-ir-138 "
                + "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"
        ),
        (.singleByte(.iso10), "iso-8859-10 latin6 iso8859-10 iso885910 l6 csisolatin6 iso-ir-157"),
        (.singleByte(.iso13), "iso-8859-13 iso8859-13 iso885913"),
        (.singleByte(.iso14), "iso-8859-14 iso8859-14 iso885914"),
        (.singleByte(.iso15), "iso-8859-15 latin9 iso8859-15 iso885915 iso_8859-15 l9 csisolatin9 latin-9"),
        (.singleByte(.iso16), "iso-8859-16"),
        (.singleByte(.koi8r), "koi8-r koi8 koi koi8_r cskoi8r"),
        (.singleByte(.koi8u), "koi8-u koi8-ru"),
        (.singleByte(.macintosh), "macintosh mac x-mac-roman csmacintosh"),
        (.singleByte(.macCyrillic), "x-mac-cyrillic x-mac-ukrainian mac-cyrillic maccyrillic"),
        (.singleByte(.w874), "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"),
        (.singleByte(.w1250), "windows-1250 cp1250 x-cp1250"),
        (.singleByte(.w1251), "windows-1251 cp1251 x-cp1251"),
        (.singleByte(.w1253), "windows-1253 cp1253 x-cp1253"),
        (
            .singleByte(.w1254),
            "windows-1254 cp1254 x-cp1254 iso-8859-9 latin5 iso8859-9 iso88599 iso_8859-9 l5 csisolatin5 iso-ir-148 "
                + "iso_8859-9:1989"
        ),
        (.singleByte(.w1255), "windows-1255 cp1255 x-cp1255"),
        (.singleByte(.w1256), "windows-1256 cp1256 x-cp1256"),
        (.singleByte(.w1257), "windows-1257 cp1257 x-cp1257"),
        (.singleByte(.w1258), "windows-1258 cp1258 x-cp1258"),
    ]
}
