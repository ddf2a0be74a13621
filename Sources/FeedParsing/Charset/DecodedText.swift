package import FeedModel

/// A document as valid UTF-8.
package struct DecodedText {
    /// Without byte order mark.
    package private(set) var utf8: ArraySlice<UInt8>
    /// What had to be mended.
    package private(set) var repairs: [Repair] = []

    /// Decodes bytes; UTF-8 that is valid is not copied.
    package init(_ bytes: [UInt8], contentType: String?) {
        let detection = bytes.withUnsafeBufferPointer { EncodingDetection($0, contentType: contentType) }
        let body = bytes[detection.markLength...]
        if detection.isGuessed { repairs.append(Repair(code: "wrong_encoding_label")) }
        guard !detection.isValidUTF8 else {
            utf8 = body
            return
        }
        let decoded = body.withUnsafeBufferPointer { Self.decode($0, detection.encoding) }
        utf8 = decoded.utf8[...]
        if decoded.replaced > 0 {
            let code = detection.encoding == .utf8 ? "invalid_utf8" : "undecodable_bytes"
            repairs.append(Repair(code: code, count: decoded.replaced))
        }
    }

    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: Encoding) -> DecodedBytes {
        switch encoding {
        case .utf8: UTF8Repair.decode(bytes)
        case .utf16(let isBigEndian): WideDecoder.utf16(bytes, bigEndian: isBigEndian)
        case .utf32(let isBigEndian): WideDecoder.utf32(bytes, bigEndian: isBigEndian)
        case .shiftJIS: ShiftJISDecoder.decode(bytes)
        case .eucJP: EUCJPDecoder.decode(bytes)
        case .iso2022JP: ISO2022JPDecoder.decode(bytes)
        case .eucKR: EUCKRDecoder.decode(bytes)
        case .multiByte(let encoding): IconvDecoder.decode(bytes, encoding)
        case .singleByte(let encoding): SingleByteDecoder.decode(bytes, encoding)
        }
    }
}
