import FeedSystem

/// How text travels through mail servers that know only ASCII in short lines (RFC 2045 §6).
enum TransferEncoding: String {
    /// Text that can nearly be read as it is.
    case quotedPrintable = "quoted-printable"
    /// A third more bytes, whatever they are.
    case base64

    /// Chooses the shorter one: of a byte that is not ASCII, `quoted-printable` makes three.
    init(for text: [UInt8]) {
        let others = text.reduce(0) { $1 >= 0x80 ? $0 + 1 : $0 }
        self = others * 4 >= text.count && others > 0 ? .base64 : .quotedPrintable
    }

    /// Appends a text whose lines end with LF. They end with CRLF in the letter, and no line has more than 76 bytes.
    func append(_ text: [UInt8], to bytes: inout [UInt8]) {
        switch self {
        case .quotedPrintable: Self.appendQuoted(text, to: &bytes)
        case .base64: Self.appendBase64(text, to: &bytes)
        }
    }

    private static let longestLine = 76

    /// RFC 2045 §6.7. `From ` and a dot at the start of a line are encoded, too: a mailbox or a server could change them.
    private static func appendQuoted(_ text: [UInt8], to bytes: inout [UInt8]) {
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(endsLine(text) ? 1 : 0) {
            var column = 0
            for index in line.indices {
                let byte = line[index]
                let isLast = index == line.endIndex - 1
                let needsCode =
                    switch byte {
                    case UInt8(ascii: "="): true
                    case 0x09, 0x20: isLast
                    case 0x21...0x7E: column == 0 && (byte == UInt8(ascii: ".") || startsLikeFrom(line[index...]))
                    default: true
                    }
                let width = needsCode ? 3 : 1
                // A soft line break takes a byte itself.
                if column + width > (isLast ? longestLine : longestLine - 1) {
                    bytes.append(contentsOf: [UInt8(ascii: "="), 0x0D, 0x0A])
                    column = 0
                    if !needsCode, byte == UInt8(ascii: ".") || startsLikeFrom(line[index...]) {
                        appendCode(byte, to: &bytes)
                        column = 3
                        continue
                    }
                }
                if needsCode { appendCode(byte, to: &bytes) } else { bytes.append(byte) }
                column += width
            }
            bytes.append(contentsOf: [0x0D, 0x0A])
        }
    }

    private static func endsLine(_ text: [UInt8]) -> Bool { text.last == 0x0A }

    private static func startsLikeFrom(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: "From ".utf8) }

    private static func appendCode(_ byte: UInt8, to bytes: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes.append(contentsOf: [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }

    private static func appendBase64(_ text: [UInt8], to bytes: inout [UInt8]) {
        var canonical: [UInt8] = []
        canonical.reserveCapacity(text.count + text.count / 32)
        for byte in text {
            if byte == 0x0A { canonical.append(0x0D) }
            canonical.append(byte)
        }
        bytes.reserveCapacity(bytes.count + canonical.count * 4 / 3 + canonical.count / 28 + 8)
        for start in stride(from: 0, to: canonical.count, by: octetsOfLine) {
            let line = Array(canonical[start..<min(start + octetsOfLine, canonical.count)])
            bytes.append(contentsOf: Base64.encode(line).utf8)
            bytes.append(contentsOf: [0x0D, 0x0A])
        }
    }

    /// The bytes that a line of 76 characters in base64 has.
    private static let octetsOfLine = 57
}
