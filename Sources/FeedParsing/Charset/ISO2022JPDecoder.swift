/// ISO-2022-JP (Encoding Standard §12.2) by an own state machine: the C library's lacks half-width kana and the rows
/// that NEC and IBM added.
enum ISO2022JPDecoder {
    /// JIS X 0201's yen sign and overline stay the ASCII characters that Japanese fonts show in their place.
    private enum State { case ascii, katakana, twoBytes }

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedBytes {
        // Two-byte characters become EUC-JP, which the C library knows whole.
        var euc: [UInt8] = []
        euc.reserveCapacity(bytes.count)
        var state = State.ascii
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B, let escape = escape(bytes, at: index) {
                state = escape.state
                index += escape.length
                continue
            }
            index += 1
            switch state {
            case .katakana where 0x21...0x5F ~= byte: euc.append(contentsOf: [0x8E, byte | 0x80])
            case .twoBytes where 0x21...0x7E ~= byte:
                guard index < bytes.count, 0x21...0x7E ~= bytes[index] else {
                    euc.append(0xFF)
                    continue
                }
                euc.append(contentsOf: [byte | 0x80, bytes[index] | 0x80])
                index += 1
            default:
                // A line's end resets the state: a truncated escape must not swallow the next tag.
                if byte == 0x0A { state = .ascii }
                euc.append(byte < 0x80 ? byte : 0xFF)
            }
        }
        return euc.withUnsafeBufferPointer { IconvDecoder.decode($0, .eucJP, isMultiByte: true) }
    }

    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (state: State, length: Int)? {
        guard index + 2 < bytes.count else { return nil }
        switch (bytes[index + 1], bytes[index + 2]) {
        case (UInt8(ascii: "("), UInt8(ascii: "B")), (UInt8(ascii: "("), UInt8(ascii: "J")): return (.ascii, 3)
        case (UInt8(ascii: "("), UInt8(ascii: "I")): return (.katakana, 3)
        case (UInt8(ascii: "$"), UInt8(ascii: "@")), (UInt8(ascii: "$"), UInt8(ascii: "B")): return (.twoBytes, 3)
        case (UInt8(ascii: "$"), UInt8(ascii: "(")):
            guard index + 3 < bytes.count, "@BDOQ".utf8.contains(bytes[index + 3]) else { return nil }
            return (.twoBytes, 4)
        default: return nil
        }
    }
}
