/// Foreign text on one line, with nothing in it that could lead a terminal or a reader's eye astray.
package enum VisibleText {
    /// The text as it may be shown: white space becomes one space, or an ideographic one where there was one; C0, DEL
    /// and C1 controls become U+FFFD; bidirectional controls and invisible format characters are removed, but for the
    /// joiners that scripts need. Between two sentences of Japanese, a line's end is no space.
    package static func line(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var gap = Gap()
        for scalar in text.unicodeScalars {
            let judgement = judge(scalar)
            switch judgement {
            case .space: gap.widen(by: scalar)
            case .hidden: continue
            case .control, .shown:
                if let last = result.last, let space = gap.scalar(after: last) { result.append(space) }
                gap = Gap()
                result.append(judgement == .control ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    /// White space between two characters.
    private struct Gap {
        private var space: Unicode.Scalar?
        private var hasLineEnd = false

        mutating func widen(by scalar: Unicode.Scalar) {
            if scalar == "\n" { hasLineEnd = true }
            if space != VisibleText.ideographicSpace { space = scalar == VisibleText.ideographicSpace ? scalar : " " }
        }

        func scalar(after last: Unicode.Scalar) -> Unicode.Scalar? {
            hasLineEnd && VisibleText.sentenceEnds.contains(last) ? nil : space
        }
    }

    /// U+3000, as wide as an ideograph.
    package static let ideographicSpace: Unicode.Scalar = "\u{3000}"
    private static let sentenceEnds = Set("。、！？」』）】…".unicodeScalars)

    private enum Judgement { case space, hidden, control, shown }

    private static func judge(_ scalar: Unicode.Scalar) -> Judgement {
        switch scalar.value {
        case 0x21...0x7E: .shown
        case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: .space
        case 0...0x1F, 0x7F...0x9F: .control
        // Soft hyphen; Arabic letter mark, left-to-right and right-to-left marks, embeddings, overrides, isolates.
        case 0xAD, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: .hidden
        // Zero-width space, word joiner and invisible operators, deprecated format characters, BOM, interlinear marks.
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: .hidden
        // Tag characters: an invisible copy of ASCII.
        case 0xE0000...0xE007F: .hidden
        default: .shown
        }
    }
}
