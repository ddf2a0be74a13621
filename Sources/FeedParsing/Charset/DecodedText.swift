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
        if detection.encoding == .utf8,
            detection.isValidUTF8 || body.withUnsafeBufferPointer(EncodingDetection.isValid)
        {
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
        case .iso2022JP: ISO2022JPDecoder.decode(bytes)
        case .iconv(let name, let isMultiByte): IconvDecoder.decode(bytes, name, isMultiByte: isMultiByte)
        }
    }
}

/// What a decoder made.
struct DecodedBytes {
    /// Always valid.
    var utf8: [UInt8] = []
    /// Characters replaced by U+FFFD.
    var replaced = 0

    mutating func append(_ scalar: Unicode.Scalar) {
        utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    mutating func appendReplacement() {
        utf8.append(contentsOf: [0xEF, 0xBF, 0xBD])
        replaced += 1
    }
}

/// UTF-8 with errors: each is one U+FFFD.
enum UTF8Repair {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedBytes {
        var output = DecodedBytes()
        output.utf8.reserveCapacity(bytes.count + 64)
        var index = 0
        while index < bytes.count {
            var end = index
            while end < bytes.count, bytes[end] < 0x80 { end += 1 }
            output.utf8.append(contentsOf: bytes[index..<end])
            index = end
            guard index < bytes.count else { break }
            let length = UTF8Shape.length(bytes, at: index)
            if length == 0 {
                output.appendReplacement()
                index += 1
            } else {
                output.utf8.append(contentsOf: bytes[index..<index + length])
                index += length
            }
        }
        return output
    }
}

/// UTF-16 and UTF-32.
enum WideDecoder {
    static func utf16(_ bytes: UnsafeBufferPointer<UInt8>, bigEndian: Bool) -> DecodedBytes {
        var output = DecodedBytes()
        output.utf8.reserveCapacity(bytes.count)
        func unit(_ index: Int) -> UInt16 {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(index)
            index += 2
            if let scalar = Unicode.Scalar(first) {
                output.append(scalar)
            } else if first < 0xDC00, index + 1 < bytes.count, 0xDC00...0xDFFF ~= unit(index) {
                let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(unit(index)) - 0xDC00
                if let scalar = Unicode.Scalar(value) { output.append(scalar) }
                index += 2
            } else {
                output.appendReplacement()
            }
        }
        return output
    }

    static func utf32(_ bytes: UnsafeBufferPointer<UInt8>, bigEndian: Bool) -> DecodedBytes {
        var output = DecodedBytes()
        for index in stride(from: 0, to: bytes.count - 3, by: 4) {
            let parts = bytes[index..<index + 4]
            let value = (bigEndian ? Array(parts) : parts.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if let scalar = Unicode.Scalar(value) { output.append(scalar) } else { output.appendReplacement() }
        }
        return output
    }
}
