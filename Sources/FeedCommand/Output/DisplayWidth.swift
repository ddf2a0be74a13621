/// How many columns text takes on a terminal (Unicode UAX #11: wide and full-width characters take two).
enum DisplayWidth {
    /// Columns of a line.
    static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + of($1) } }

    /// Columns of one scalar: 0, 1 or 2.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// `text` within `columns`, its end replaced by "…" if it does not fit.
    static func fit(_ text: String, in columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = String.UnicodeScalarView()
        var used = 1
        for scalar in text.unicodeScalars {
            used += of(scalar)
            if used > columns { break }
            result.append(scalar)
        }
        return String(result) + "…"
    }

    /// `text` followed by as many spaces as `columns` want.
    static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }

    /// Blocks that are wide as a whole (EastAsianWidth.txt, W and F), and the pictographs that terminals draw wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x25FD...0x25FE, 0x2614...0x2615,
        0x26A1...0x26A1, 0x2705...0x2705, 0x2728...0x2728, 0x274C...0x274C, 0x2753...0x2757, 0x2795...0x2797,
        0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
        0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
