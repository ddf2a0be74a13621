/// The `Content-Type` of an input: its first byte chooses one, if it is a control character that begins no document.
enum ContentTypeChoice {
    /// Splits an input into its content type and its document.
    static func split(_ input: [UInt8]) -> (contentType: String?, body: ArraySlice<UInt8>) {
        guard let first = input.first, let charset = charset(chosenBy: first) else { return (nil, input[...]) }
        return ("text/xml; charset=" + charset, input[1...])
    }

    /// The charset for `byte`, or nil. White space, NUL and ESC choose none, because documents begin with them.
    static func charset(chosenBy byte: UInt8) -> String? {
        switch byte {
        case 0x01...0x08: charsets[Int(byte) - 0x01]
        case 0x0E...0x1A: charsets[Int(byte) - 0x0E + 8]
        default: nil
        }
    }

    private static let charsets = [
        "utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "utf-16", "utf-16be", "utf-32", "windows-1252",
        "gb18030", "big5", "euc-kr", "koi8-r", "iso-8859-15", "windows-1251", "utf-7", "hz-gb-2312", "x-unknown",
        "iso-8859-8", "macintosh", "windows-874", "us-ascii",
    ]
}
