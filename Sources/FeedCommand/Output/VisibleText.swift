/// Text from outside made fit for a terminal, a log or a mail: it can neither steer a terminal nor forge a line.
enum VisibleText {
    /// `text` on one line: line breaks and tabs become spaces, other control characters U+FFFD, and what turns or
    /// hides text (bidirectional controls, zero-width characters) is removed.
    static func line(_ text: String) -> String {
        filtered(text) { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
            default: nil
            }
        }
    }

    /// `text` with its own line breaks and tabs, otherwise like `line`.
    static func lines(_ text: String) -> String {
        filtered(text) { scalar in scalar == "\n" || scalar == "\t" ? scalar : nil }
    }

    private static func filtered(_ text: String, _ layout: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let replacement = layout(scalar) {
                result.append(replacement)
            } else if isControl(scalar) {
                result.append("\u{FFFD}")
            } else if !isInvisible(scalar) {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
