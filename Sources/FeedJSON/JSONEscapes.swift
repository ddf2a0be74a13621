/// Writes text as `JSONWriter` writes it between quotation marks, in UTF-8: some characters are escaped.
///
/// The result is gathered in a small room first, since each growth of the output costs more than sixteen bytes of text.
struct JSONEscapes {
    private static let blockLength = 16
    /// Bytes of an escape such as `\u2028`.
    private static let escapeLength = 6
    /// Bytes that one block may give, with what is written behind it for a moment.
    private static let mostOfBlock = (escapeLength + 1) * blockLength
    /// Bytes that wait to be appended, at most.
    private static let mostAtOnce = 4096

    /// Appends a text to `output`.
    static func append(_ utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard let source = utf8.baseAddress else { return }
        forms.withUnsafeBufferPointer { forms in
            if utf8.count < blockLength, utf8.allSatisfy({ forms[Int($0)] == 0 }) {
                return output.append(contentsOf: utf8)
            }
            let size = min(mostAtOnce, utf8.count + utf8.count / 4 + mostOfBlock)
            withUnsafeTemporaryAllocation(byteCount: size, alignment: blockLength) { room in
                guard let target = room.baseAddress else { return }
                var writer = JSONEscapes(source: source, count: utf8.count, target: target, forms: forms)
                while writer.index < utf8.count {
                    if size - writer.written < mostOfBlock {
                        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<writer.written]))
                        writer.written = 0
                    }
                    writer.writeBlock()
                }
                output.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<writer.written]))
            }
        }
    }

    private let source: UnsafePointer<UInt8>
    private let count: Int
    private let target: UnsafeMutableRawPointer
    /// See `forms` of the type.
    private let forms: UnsafeBufferPointer<UInt64>
    /// The first byte of the text that is not written.
    private var index = 0
    /// Bytes in the room.
    private var written = 0

    /// Writes a block, or a byte near the end, where no whole block can be read behind the present one.
    @inline(__always)
    private mutating func writeBlock() {
        guard count &- index >= 2 * Self.blockLength else { return writeCharacter() }
        let start = index
        var (low, high) = Self.marks(in: UnsafeRawPointer(source + start).loadUnaligned(as: SIMD16<UInt8>.self))
        while low != 0 {
            copy(upTo: start &+ low.trailingZeroBitCount / 8)
            writeCharacter()
            low &= low &- 1
        }
        while high != 0 {
            copy(upTo: start &+ 8 &+ high.trailingZeroBitCount / 8)
            writeCharacter()
            high &= high &- 1
        }
        if index < start &+ Self.blockLength { copy(upTo: start &+ Self.blockLength) }
    }

    /// Copies up to sixteen bytes. What is copied behind them is written over afterwards.
    @inline(__always)
    private mutating func copy(upTo place: Int) {
        let bytes = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD16<UInt8>.self)
        target.storeBytes(of: bytes, toByteOffset: written, as: SIMD16<UInt8>.self)
        written &+= place &- index
        index = place
    }

    /// Writes a byte, or the escape of a character.
    @inline(__always)
    private mutating func writeCharacter() {
        let byte = source[index]
        let form = forms[Int(byte)]
        if form == Self.undecided { return writeLongCharacter() }
        target.storeBytes(of: (form == 0 ? UInt64(byte) : form).littleEndian, toByteOffset: written, as: UInt64.self)
        written &+= form == 0 ? 1 : Int(truncatingIfNeeded: form >> 56)
        index &+= 1
    }

    /// Writes the escape of a character of two or three bytes, or its first byte if it needs none.
    private mutating func writeLongCharacter() {
        let length = source[index] == 0xE2 ? 3 : 2
        var scalar = UInt32(source[index] & (length == 2 ? 0x1F : 0x0F))
        for place in (index + 1)..<min(index + length, count) { scalar = scalar << 6 | UInt32(source[place] & 0x3F) }
        switch scalar {
        // C1 controls; Arabic letter mark; direction marks; line and paragraph separators, embeddings, overrides;
        // isolates.
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
            guard index + length <= count else { fallthrough }
            target.storeBytes(of: Self.form(escaping: scalar).littleEndian, toByteOffset: written, as: UInt64.self)
            written += Self.escapeLength
            index += length
        default:
            target.storeBytes(of: source[index], toByteOffset: written, as: UInt8.self)
            written += 1
            index += 1
        }
    }

    /// Returns the highest bit of each byte of a block that may need an escape.
    @inline(__always)
    private static func marks(in block: SIMD16<UInt8>) -> (low: UInt64, high: UInt64) {
        // Only `==` is one instruction for all bytes in every build.
        func places(_ byte: UInt8, in block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
            block .== SIMD16(repeating: byte)
        }
        var marks = places(0, in: block & SIMD16(repeating: 0xE0))
        marks .|= places(UInt8(ascii: "\""), in: block) .| places(UInt8(ascii: "\\"), in: block)
        marks .|= places(UInt8(ascii: "<"), in: block) .| places(0x7F, in: block)
        // The first bytes of C1 controls and controls of direction: 0xC2 and 0xE2, which differ in one bit, and 0xD8.
        marks .|= places(0xC2, in: block & SIMD16(repeating: 0xDF)) .| places(0xD8, in: block)
        // A mask has sixteen bytes of ones or zeros; one bit of each is enough.
        let words = unsafeBitCast(marks, to: SIMD2<UInt64>.self)
        return (words[0].littleEndian & 0x8080_8080_8080_8080, words[1].littleEndian & 0x8080_8080_8080_8080)
    }

    /// The form of a first byte on which the bytes behind it decide.
    private static let undecided: UInt64 = 1

    /// What is written for each byte: its escape, with the length in the highest byte; 0 if it is written as it is.
    private static let forms: [UInt64] = (0..<256).map { number in
        let byte = UInt8(number)
        func pair(_ second: UInt8) -> UInt64 { UInt64(UInt8(ascii: "\\")) | UInt64(second) << 8 | 2 << 56 }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return pair(byte)
        case UInt8(ascii: "\n"): return pair(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): return pair(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): return pair(UInt8(ascii: "t"))
        case 0..<0x20, 0x7F, UInt8(ascii: "<"): return form(escaping: UInt32(byte))
        case 0xC2, 0xD8, 0xE2: return undecided
        default: return 0
        }
    }

    /// Returns `\uXXXX` as a form.
    private static func form(escaping scalar: UInt32) -> UInt64 {
        var form = UInt64(escapeLength) << 56 | UInt64(UInt8(ascii: "\\")) | UInt64(UInt8(ascii: "u")) << 8
        for place in 0..<4 {
            let digit = UInt8(truncatingIfNeeded: scalar >> UInt32(12 - 4 * place) & 0xF)
            let letter = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + (digit - 10)
            form |= UInt64(letter) << UInt64(16 + 8 * place)
        }
        return form
    }
}
