import Glibc

/// Repairs addresses that were escaped twice: `?a=1&amp;b=2` instead of `?a=1&b=2`. No parameter's name begins with
/// `amp;` or `#038;`. Outside the query an ampersand is left alone.
enum EscapedQuery {
    private static let escapes = ["amp;", "#38;", "#038;", "#x26;"]

    /// The repaired address, or nil if it needs no repair.
    static func mended(_ address: String) -> String? {
        var address = address
        return address.withUTF8 { mended($0).map { String(decoding: $0, as: UTF8.self) } }
    }

    static func mended(_ address: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let start = address.baseAddress, memchr(start, Int32(UInt8(ascii: "&")), address.count) != nil,
            let query = address.firstIndex(of: UInt8(ascii: "?"))
        else { return nil }
        var mended: [UInt8] = []
        var (index, copied) = (query, 0)
        while index < address.count, address[index] != UInt8(ascii: "#") {
            var end = index + 1
            if address[index] == UInt8(ascii: "&") {
                while let length = escapeLength(address, at: end) { end += length }
            }
            if end > index + 1 {
                mended += address[copied...index]
                copied = end
            }
            index = end
        }
        return copied > 0 ? mended + address[copied...] : nil
    }

    /// Bytes of the rest of an escaped ampersand at `place`, or nil.
    private static func escapeLength(_ address: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
        guard place < address.count, address[place] == UInt8(ascii: "a") || address[place] == UInt8(ascii: "#") else {
            return nil
        }
        let rest = UnsafeBufferPointer(rebasing: address[place...])
        return escapes.first { rest.starts(with: $0.utf8) }?.utf8.count
    }
}
