/// Percent-encoding (RFC 3986 §2.1) on bytes.
package enum PercentCoding {
    /// The parts of an address, each with its own set of characters that stay unencoded.
    ///
    /// The sets are those of browsers (WHATWG URL §1.3). RFC 3986's are narrower, and would change addresses that work.
    enum Part {
        case userInfo, path, query, fragment, opaque
    }

    /// Appends `bytes`. Encodes the bytes that `part` must not hold; a `%` stays as it is.
    static func append(_ bytes: ArraySlice<UInt8>, encodedFor part: Part, to output: inout [UInt8]) {
        for byte in bytes {
            if isAllowed(byte, in: part) {
                output.append(byte)
            } else {
                append(byte, to: &output)
            }
        }
    }

    /// Appends `byte` as `%XX`.
    static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(digit(byte >> 4))
        output.append(digit(byte & 15))
    }

    /// Returns the bytes with every valid `%XX` decoded. Any other `%` stays as it is.
    package static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let input = Array(bytes)
        guard input.contains(UInt8(ascii: "%")) else { return input }
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var index = 0
        while index < input.count {
            if let byte = octet(in: input[...], at: index) {
                output.append(byte)
                index += 3
            } else {
                output.append(input[index])
                index += 1
            }
        }
        return output
    }

    /// Appends `bytes` with `%XX` in upper case and unreserved characters decoded. Encodes any other `%`.
    static func appendNormalised(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard let byte = octet(in: bytes, at: index) else {
                if bytes[index] == UInt8(ascii: "%") {
                    append(bytes[index], to: &output)
                } else {
                    output.append(bytes[index])
                }
                index += 1
                continue
            }
            if isUnreserved(byte) { output.append(byte) } else { append(byte, to: &output) }
            index += 3
        }
    }

    private static func octet(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = value(bytes[index + 1]),
            let low = value(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    static func isAllowed(_ byte: UInt8, in part: Part) -> Bool {
        guard byte > 0x20, byte < 0x7F else { return false }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): return false
        case UInt8(ascii: "`"): return part == .query || part == .opaque
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "^"): return part != .path && part != .userInfo
        case UInt8(ascii: "'"): return part != .query
        case UInt8(ascii: "\\"): return part != .path && part != .userInfo
        case UInt8(ascii: "#"): return part == .fragment
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "@"): return part != .userInfo
        default: return true
        }
    }
}
