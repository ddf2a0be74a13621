/// The encodings that are decoded, after the Encoding Standard (WHATWG): a label is never handed to the C library.
enum Encoding: Sendable, Hashable {
    case utf8
    case utf16(bigEndian: Bool)
    case utf32(bigEndian: Bool)
    case iso2022JP
    /// Decoded by the C library under this name; whether a character may take several bytes.
    case iconv(name: StaticName, isMultiByte: Bool)

    /// A name of the C library's converters.
    enum StaticName: String, Sendable {
        case cp932 = "CP932"
        case eucJP = "EUC-JP-MS"
        case gb18030 = "GB18030"
        case big5 = "BIG5-HKSCS"
        case uhc = "UHC"
        case ibm437 = "IBM437"
        case ibm850 = "IBM850"
        case ibm852 = "IBM852"
        case ibm855 = "IBM855"
        case ibm857 = "IBM857"
        case ibm862 = "IBM862"
        case ibm866 = "IBM866"
        case iso2 = "ISO-8859-2"
        case iso3 = "ISO-8859-3"
        case iso4 = "ISO-8859-4"
        case iso5 = "ISO-8859-5"
        case iso6 = "ISO-8859-6"
        case iso7 = "ISO-8859-7"
        case iso8 = "ISO-8859-8"
        case iso10 = "ISO-8859-10"
        case iso13 = "ISO-8859-13"
        case iso14 = "ISO-8859-14"
        case iso15 = "ISO-8859-15"
        case iso16 = "ISO-8859-16"
        case koi8r = "KOI8-R"
        case koi8u = "KOI8-U"
        case macintosh = "MACINTOSH"
        case macCyrillic = "MAC-CYRILLIC"
        case w874 = "CP874"
        case w1250 = "CP1250"
        case w1251 = "CP1251"
        case w1252 = "CP1252"
        case w1253 = "CP1253"
        case w1254 = "CP1254"
        case w1255 = "CP1255"
        case w1256 = "CP1256"
        case w1257 = "CP1257"
        case w1258 = "CP1258"
    }

    /// Bytes beyond ASCII that no standard covers are guessed to be this.
    static let windows1252 = Encoding.iconv(name: .w1252, isMultiByte: false)

    /// The encoding that a label names; nil for unknown ones, and for those that are dangerous to decode (UTF-7, HZ,
    /// ISO-2022-KR and -CN).
    init?(label: String) {
        guard label.utf8.count <= 64 else { return nil }
        let key = label.lowercased().filter { !" \t\r\n\u{0C}\"'".contains($0) }
        guard let found = Self.labels[key] else { return nil }
        self = found
    }

    /// Whether ASCII bytes mean ASCII characters.
    var isASCIICompatible: Bool {
        switch self {
        case .utf16, .utf32: false
        default: true
        }
    }

    private static let labels: [String: Encoding] = {
        var table: [String: Encoding] = [:]
        for (encoding, names) in named {
            for name in names.split(separator: " ") { table[String(name)] = encoding }
        }
        return table
    }()

    private static func single(_ name: StaticName) -> Encoding { .iconv(name: name, isMultiByte: false) }
    private static func multi(_ name: StaticName) -> Encoding { .iconv(name: name, isMultiByte: true) }

    /// Encoding Standard §4.2, and the names that feeds use beside it.
    private static let named: [(Encoding, String)] = [
        (.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf_8 utf-8n"),
        (.utf16(bigEndian: false), "utf-16 utf-16le utf16 utf16le ucs-2 iso-10646-ucs-2 unicode csunicode unicodefeff"),
        (.utf16(bigEndian: true), "utf-16be utf16be unicodefffe"),
        (.utf32(bigEndian: false), "utf-32le utf32le"),
        (.utf32(bigEndian: true), "utf-32 utf-32be utf32 utf32be ucs-4 iso-10646-ucs-4 utf_32_be"),
        (.iso2022JP, "iso-2022-jp csiso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso2022jp jis iso-2022-jp-ms"),
        (
            multi(.cp932),
            "shift_jis shift-jis sjis x-sjis windows-31j windows31j ms_kanji csshiftjis ms932 cp932 x-ms-cp932 sjis-win"
        ),
        (multi(.eucJP), "euc-jp x-euc-jp cseucpkdfmtjapanese eucjp euc_jp x-euc eucjp-ms eucjp-win"),
        (
            multi(.gb18030),
            "gb2312 gbk gb18030 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 x-gbk cp936 gb2312-80 "
                + "euc-cn"
        ),
        (multi(.big5), "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950"),
        (
            multi(.uhc),
            "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
                + "windows-949 cp949 uhc"
        ),
        // Old PCs: outside the standard, seen in feeds all the same.
        (single(.ibm437), "cp437 ibm437 437"),
        (single(.ibm850), "cp850 ibm850 850"),
        (single(.ibm852), "cp852 ibm852 852"),
        (single(.ibm855), "cp855 ibm855 855"),
        (single(.ibm857), "cp857 ibm857 857"),
        (single(.ibm862), "cp862 ibm862 862"),
        (single(.ibm866), "ibm866 866 cp866 csibm866"),
        (
            single(.w1252),
            "windows-1252 iso-8859-1 us-ascii ascii latin1 iso8859-1 iso88591 iso_8859-1 l1 cp1252 x-cp1252 "
                + "ansi_x3.4-1968 cp819 csisolatin1 ibm819 iso-ir-100 iso_8859-1:1987 latin-1 ansi"
        ),
        (single(.iso2), "iso-8859-2 latin2 iso8859-2 iso88592 iso_8859-2 l2 csisolatin2 iso-ir-101 iso_8859-2:1987"),
        (single(.iso3), "iso-8859-3 latin3 iso8859-3 iso88593 iso_8859-3 l3 csisolatin3 iso-ir-109 iso_8859-3:1988"),
        (single(.iso4), "iso-8859-4 latin4 iso8859-4 iso88594 iso_8859-4 l4 csisolatin4 iso-ir-110 iso_8859-4:1988"),
        (
            single(.iso5),
            "iso-8859-5 cyrillic iso8859-5 iso88595 iso_8859-5 csisolatincyrillic iso-ir-144 iso_8859-5:1988"
        ),
        (
            single(.iso6),
            "iso-8859-6 arabic iso8859-6 iso88596 iso_8859-6 asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 "
                + "iso-8859-6-e iso-8859-6-i iso-ir-127 iso_8859-6:1987"
        ),
        (
            single(.iso7),
            "iso-8859-7 greek greek8 iso8859-7 iso88597 iso_8859-7 csisolatingreek ecma-118 elot_928 iso-ir-126 "
                + "iso_8859-7:1987 sun_eu_greek"
        ),
        (
            single(.iso8),
            "iso-8859-8 hebrew iso8859-8 iso88598 iso_8859-8 csiso88598e csisolatinhebrew iso-8859-8-e iso-ir-138 "
                + "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"
        ),
        (single(.iso10), "iso-8859-10 latin6 iso8859-10 iso885910 l6 csisolatin6 iso-ir-157"),
        (single(.iso13), "iso-8859-13 iso8859-13 iso885913"),
        (single(.iso14), "iso-8859-14 iso8859-14 iso885914"),
        (single(.iso15), "iso-8859-15 latin9 iso8859-15 iso885915 iso_8859-15 l9 csisolatin9 latin-9"),
        (single(.iso16), "iso-8859-16"),
        (single(.koi8r), "koi8-r koi8 koi koi8_r cskoi8r"),
        (single(.koi8u), "koi8-u koi8-ru"),
        (single(.macintosh), "macintosh mac x-mac-roman csmacintosh"),
        (single(.macCyrillic), "x-mac-cyrillic x-mac-ukrainian mac-cyrillic maccyrillic"),
        (single(.w874), "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"),
        (single(.w1250), "windows-1250 cp1250 x-cp1250"),
        (single(.w1251), "windows-1251 cp1251 x-cp1251"),
        (single(.w1253), "windows-1253 cp1253 x-cp1253"),
        (
            single(.w1254),
            "windows-1254 cp1254 x-cp1254 iso-8859-9 latin5 iso8859-9 iso88599 iso_8859-9 l5 csisolatin5 iso-ir-148 "
                + "iso_8859-9:1989"
        ),
        (single(.w1255), "windows-1255 cp1255 x-cp1255"),
        (single(.w1256), "windows-1256 cp1256 x-cp1256"),
        (single(.w1257), "windows-1257 cp1257 x-cp1257"),
        (single(.w1258), "windows-1258 cp1258 x-cp1258"),
    ]
}
