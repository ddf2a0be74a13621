public import FeedModel

/// A document decoded to valid UTF-8.
public struct DecodedText {
    /// The text without its byte order mark.
    public private(set) var utf8: ArraySlice<UInt8>
    /// The errors that were repaired.
    public private(set) var repairs: [Repair] = []

    /// Decodes `bytes` of any encoding; valid UTF-8 is not copied. `contentType` is the HTTP header, or nil.
    public init(_ bytes: [UInt8], contentType: String?) {
        let detection = bytes.withUnsafeBufferPointer { EncodingDetection($0, contentType: contentType) }
        let body = bytes[detection.markLength...]
        if detection.isGuessed { repairs.append(Repair(code: "wrong_encoding_label")) }
        if detection.isUndeclared { repairs.append(Repair(code: "guessed_encoding")) }
        if detection.isDoubtful { repairs.append(Repair(code: "doubtful_encoding")) }
        guard !detection.isValidUTF8 else {
            utf8 = body
            mendCharacters()
            return
        }
        if detection.encoding == .utf8 {
            let repair = body.withUnsafeBufferPointer { UTF8Repair($0) }
            utf8 = repair.decoded.utf8[...]
            recordRepair("invalid_utf8", repair.decoded.replaced)
            recordRepair("stray_bytes", repair.strays)
            recordRepair("split_characters", repair.joined)
        } else {
            let decoded = body.withUnsafeBufferPointer { Self.decode($0, detection.encoding) }
            utf8 = decoded.utf8[...]
            recordRepair("undecodable_bytes", decoded.replaced)
        }
        if !detection.encoding.isMultiByte, !detection.isDoubtful { mendCharacters() }
    }

    /// Decodes a document that may be a gzip file without a `Content-Encoding`.
    public init(unpacking bytes: [UInt8], contentType: String?) {
        let content = GzipFile.content(of: bytes)
        self.init(content ?? bytes, contentType: contentType)
        if content != nil { repairs.insert(.unlabelledGzip, at: 0) }
    }

    private mutating func recordRepair(_ code: String, _ count: Int) {
        if count > 0 { repairs.append(Repair(code: code, count: count)) }
    }

    /// Repairs errors that were in the text before it was encoded.
    private mutating func mendCharacters() {
        var (twice, controls) = (0, 0)
        // Each pass removes one level: text encoded three times needs two passes.
        for _ in 0..<3 {
            guard let mended = utf8.withUnsafeBufferPointer({ DoublyEncoded.mended($0) }) else { break }
            utf8 = mended.utf8[...]
            twice += mended.count
        }
        if let mended = utf8.withUnsafeBufferPointer({ StrayControls.mended($0) }) {
            utf8 = mended.utf8[...]
            controls = mended.count
        }
        recordRepair("doubly_encoded", twice)
        recordRepair("c1_controls", controls)
    }

    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: Encoding) -> DecodedBytes {
        switch encoding {
        case .utf8: UTF8Repair(bytes).decoded
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
