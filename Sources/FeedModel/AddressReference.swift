/// An address or a relative reference, taken apart (RFC 3986 Appendix B) but not checked.
///
/// As in browsers (WHATWG URL §4.4), blanks and controls around it are removed, and line breaks and tabs inside it.
struct AddressReference {
    private(set) var bytes: [UInt8]
    /// Scheme in lower case, or nil for a relative reference.
    private(set) var scheme: [UInt8]?
    private(set) var authority: Range<Int>?
    private(set) var path: Range<Int>
    private(set) var query: Range<Int>?
    private(set) var fragment: Range<Int>?

    /// Length limit of an address, in bytes.
    static let longest = 65_536

    /// Takes a reference apart; nil if it has more than `longest` bytes. `inherited` is the scheme of the base.
    init?(_ text: some Collection<UInt8>, inherited: [UInt8]?, longest: Int = Self.longest) {
        guard text.count <= longest else { return nil }
        bytes = Self.cleaned(text)
        let afterScheme: Int
        if let colon = Self.endOfScheme(bytes) {
            scheme = bytes[..<colon].map(Self.lowered)
            afterScheme = colon + 1
        } else {
            scheme = nil
            afterScheme = 0
        }
        let isWeb = (scheme ?? inherited).map(Self.isWeb) ?? false
        let limit = bytes[afterScheme...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let hierarchyEnd = limit ?? bytes.count
        if isWeb {
            for index in afterScheme..<hierarchyEnd where bytes[index] == UInt8(ascii: "\\") {
                bytes[index] = UInt8(ascii: "/")
            }
        }
        let slashes = bytes[afterScheme..<hierarchyEnd].prefix { $0 == UInt8(ascii: "/") }.count
        var pathStart = afterScheme
        if isWeb, scheme != nil, slashes < 2, scheme == inherited {
            // `http:page` is relative to a base of the same scheme (RFC 3986 §5.2.2, the non-strict way).
            scheme = nil
        } else if slashes >= 2 || (isWeb && scheme != nil) {
            let start = afterScheme + (isWeb ? slashes : 2)
            pathStart = bytes[start..<hierarchyEnd].firstIndex(of: UInt8(ascii: "/")) ?? hierarchyEnd
            authority = start..<pathStart
        }
        path = pathStart..<hierarchyEnd
        guard let limit else { return }
        let hash =
            bytes[limit] == UInt8(ascii: "#") ? limit : bytes[limit...].firstIndex(of: UInt8(ascii: "#"))
        if bytes[limit] == UInt8(ascii: "?") { query = limit + 1..<(hash ?? bytes.count) }
        if let hash { fragment = hash + 1..<bytes.count }
    }

    /// Whether addresses of `scheme` always have a host and may write `\` for `/`.
    static func isWeb(_ scheme: [UInt8]) -> Bool {
        scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) || scheme.elementsEqual("ftp".utf8)
    }

    /// Returns an ASCII letter in lower case, every other byte as it is.
    static func lowered(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    private static func cleaned(_ text: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(text)
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        let leading = bytes.prefix { $0 <= 0x20 }.count
        if leading > 0 { bytes.removeFirst(leading) }
        if bytes.contains(where: isLineBreakOrTab) { bytes.removeAll(where: isLineBreakOrTab) }
        return bytes
    }

    private static func isLineBreakOrTab(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if index == 0 { return nil }
            case UInt8(ascii: ":"): return index == 0 ? nil : index
            default: return nil
            }
        }
        return nil
    }
}
