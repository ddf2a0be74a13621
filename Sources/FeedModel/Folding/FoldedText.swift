/// A text that words are looked for in.
public struct FoldedText: Sendable, Hashable {
    /// A spelling of the text.
    struct Spelling: Sendable, Hashable {
        /// What is compared.
        let bytes: [UInt8]
        /// The same before hiragana became katakana, as long, where words end.
        let letters: [UInt8]

        init(_ letters: [UInt8], kana: Bool) {
            self.letters = letters
            var bytes = letters
            if kana { Folding.makeKatakana(&bytes) }
            self.bytes = bytes
        }
    }

    /// The folded text with its long vowel marks.
    let full: Spelling
    /// The same without the marks that may be left out, or nil if it has none.
    let short: Spelling?

    /// Folds a text (see ``Folding``).
    public init(_ text: String, ignoringCase: Bool, kana: Bool = false) {
        let letters = Folding.fold(text, ignoringCase: ignoringCase)
        full = Spelling(letters, kana: kana)
        short = LongVowel.shortened(letters).map { Spelling($0, kana: kana) }
    }

    /// The folded text in UTF-8, with its long vowel marks.
    public var bytes: [UInt8] { full.bytes }

    /// The bytes by which two texts are equal.
    public var key: [UInt8] { shortest.bytes }

    fileprivate var shortest: Spelling { short ?? full }
}

/// A word, or a few words, to look for in folded texts. It must be folded as they are.
public struct FoldedWord: Sendable, Hashable {
    private let word: FoldedText
    /// Whether the word lost a mark at its end, so that it must end a word there: サーバー is not in サーバル.
    private let lostMark: Bool

    /// Folds a word (see ``Folding``). Nil if nothing is left of it.
    public init?(_ text: String, ignoringCase: Bool, kana: Bool = false) {
        word = FoldedText(text, ignoringCase: ignoringCase, kana: kana)
        guard !word.bytes.isEmpty else { return nil }
        lostMark = LongVowel.endsWithOptionalMark(word.full.letters)
    }

    /// Whether the text contains the word, also inside of other words.
    public func isContained(in text: FoldedText) -> Bool {
        if text.bytes.contains(run: word.bytes) { return true }
        guard differs(from: text) else { return false }
        guard lostMark else { return text.key.contains(run: word.key) }
        return occurs(word.key, in: text.shortest) { !LongVowel.isKatakana(at: $0.upperBound, of: $1) }
    }

    /// Whether the text begins with the word.
    public func begins(_ text: FoldedText) -> Bool {
        if text.bytes.starts(with: word.bytes) { return true }
        return differs(from: text) && text.key.starts(with: word.key)
            && !(lostMark && LongVowel.isKatakana(at: word.key.count, of: text.shortest.letters))
    }

    /// Whether the text is this word.
    public func equals(_ text: FoldedText) -> Bool { text.key == word.key }

    /// Whether the text contains the word as a word: no letter of the same kind stands before or after it.
    public func isWord(in text: FoldedText) -> Bool {
        if occurs(word.bytes, in: text.full, where: WordBorder.surrounds) { return true }
        return differs(from: text) && occurs(word.key, in: text.shortest, where: WordBorder.surrounds)
    }

    /// Whether the word or the text has another spelling.
    private func differs(from text: FoldedText) -> Bool { word.short != nil || text.short != nil }

    private func occurs(
        _ word: [UInt8], in text: FoldedText.Spelling,
        where condition: (_ range: Range<Int>, _ letters: [UInt8]) -> Bool
    ) -> Bool {
        var start = 0
        while let found = text.bytes.first(run: word, from: start) {
            if condition(found..<found + word.count, text.letters) { return true }
            // Occurrences may overlap.
            start = found + 1
        }
        return false
    }
}
