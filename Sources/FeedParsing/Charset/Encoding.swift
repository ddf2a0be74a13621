/// The encodings that are decoded, after the Encoding Standard (WHATWG). The C library never sees a document's label.
enum Encoding: Sendable, Hashable {
    case utf8
    case utf16(bigEndian: Bool)
    case utf32(bigEndian: Bool)
    /// Includes the characters of NEC and IBM that Windows has.
    case shiftJIS
    case eucJP
    case iso2022JP
    /// Includes the syllables that Windows added.
    case eucKR
    case multiByte(MultiByte)
    case singleByte(SingleByte)

    /// Encodings of several bytes per character that the C library decodes; raw values are its names.
    enum MultiByte: String, Sendable {
        case gb18030 = "GB18030"
        case big5 = "BIG5-HKSCS"
    }

    /// Encodings of one byte per character; raw values are the C library's names.
    enum SingleByte: String, Sendable {
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

        /// Whether bytes 0x80 to 0x9F without a character decode to C1 controls.
        var isWindows: Bool { rawValue.hasPrefix("CP") }
    }

    /// The guess for bytes beyond ASCII that fit nothing else.
    static let windows1252 = Encoding.singleByte(.w1252)

    /// Whether ASCII bytes mean ASCII characters.
    var isASCIICompatible: Bool {
        switch self {
        case .utf16, .utf32: false
        default: true
        }
    }

    /// Whether characters beyond ASCII take several bytes with rules for their order.
    var isMultiByte: Bool {
        switch self {
        case .shiftJIS, .eucJP, .iso2022JP, .eucKR, .multiByte: true
        default: false
        }
    }
}
