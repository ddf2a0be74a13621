import FeedModel

/// The language of an entry. A browser needs it for the shapes of ideographs and for line breaks.
enum Language {
    /// Returns a well-formed tag (BCP 47): the entry's own, or that of its script if only one language has it; or nil.
    ///
    /// A title with kana is Japanese, even if a blog's template says `en`; but not an English title that cites a word.
    static func of(_ entry: Entry, card: EntryCard) -> String? {
        guard let tag = entry.language, isWellFormed(tag) else {
            return script(of: card.title) ?? text(of: entry, card: card).flatMap(script)
        }
        guard let script = script(of: card.title), !tag.utf8.starts(with: script.utf8) else { return tag }
        return script
    }

    /// Returns the text beside the title that tells the language. A brief entry has no excerpt; ideographs in its title need
    /// one all the same.
    private static func text(of entry: Entry, card: EntryCard) -> String? {
        if let excerpt = card.excerpt { return excerpt }
        guard card.title.unicodeScalars.contains(where: isIdeograph) else { return nil }
        return Excerpt.of(entry, columns: 80)
    }

    private static func isWellFormed(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard tag.utf8.count <= 35, let first = parts.first, (2...8).contains(first.count), first.allSatisfy(isLetter)
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Returns the language of the script that only one language has: kana for Japanese, hangul for Korean. Nil if less
    /// than a tenth of the letters are of it, or ideographs beside it: a text in another language may cite a word.
    private static func script(of text: String) -> String? {
        var (kana, hangul, ideographs, others) = (0, 0, 0, 0)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x3041...0x3096, 0x30A1...0x30FA, 0xFF66...0xFF9D: kana += 1
            case 0xAC00...0xD7A3: hangul += 1
            case _ where isIdeograph(scalar): ideographs += 1
            default: if scalar.properties.isAlphabetic { others += 1 }
            }
        }
        let own = max(kana, hangul)
        guard own > 0, (own + ideographs) * 10 >= own + ideographs + others else { return nil }
        return kana >= hangul ? "ja" : "ko"
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
