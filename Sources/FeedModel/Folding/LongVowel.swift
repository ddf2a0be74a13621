/// The long vowel mark at the end of words in katakana, which may be left out: サーバー, サーバ.
///
/// JIS Z 8301:2008, table G.3, leaves it out after three sounds or more (エレベータ), and not after two (カー, カバー): a long
/// vowel, ン and ッ are sounds, a small ャ is part of the one before it. The cabinet's notice 外来語の表記 (1991, notes 2, III
/// 3, note 3) allows both for English -er, -or and -ar. So the mark may be left out after sounds in A, and in I (-y:
/// メモリー), at the end of a run of katakana. Inside a run it stays: there it also tells words apart.
enum LongVowel {
    /// Words that the mark tells from another word.
    static let distinguished: [[UInt8]] = ["ドラマー", "ハッカー"].map { Array($0.utf8) }

    /// Katakana of the columns A and I, small ones included.
    private static let endings: Set<UInt32> = Set(
        "アカサタナハマヤラワガザダバパァャヮイキシチニヒミリギジヂビピィ".unicodeScalars.map(\.value))
    private static let withoutSound: Set<UInt32> = Set("ァィゥェォャュョヮ".unicodeScalars.map(\.value))
    private static let mark: [UInt8] = Array("ー".utf8)

    /// Returns the folded text without the marks that may be left out; nil if it has none.
    static func shortened(_ text: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var copied = 0
        var from = 0
        while let place = text.first(run: mark, from: from) {
            from = place + 3
            guard mayBeLeftOut(at: place, of: text) else { continue }
            output.append(contentsOf: text[copied..<place])
            copied = from
        }
        guard copied > 0 else { return nil }
        output.append(contentsOf: text[copied...])
        return output
    }

    /// Whether the text ends with a mark that may be left out.
    static func endsWithOptionalMark(_ text: [UInt8]) -> Bool {
        text.count >= 3 && Array(text.suffix(3)) == mark && mayBeLeftOut(at: text.count - 3, of: text)
    }

    /// Whether a katakana letter, or a mark, begins at `place`.
    static func isKatakana(at place: Int, of text: [UInt8]) -> Bool { katakana(at: place, of: text) != nil }

    private static func mayBeLeftOut(at place: Int, of text: [UInt8]) -> Bool {
        guard !isKatakana(at: place + 3, of: text), let last = katakana(at: place - 3, of: text),
            endings.contains(last)
        else { return false }
        var sounds = 0
        var start = place
        while sounds < 3, let letter = katakana(at: start - 3, of: text) {
            if !withoutSound.contains(letter) { sounds += 1 }
            start -= 3
        }
        let word = text[..<(place + 3)]
        return sounds == 3 && !distinguished.contains { word.suffix($0.count).elementsEqual($0) }
    }

    /// Returns the katakana letter at `place`: U+30A1…U+30FA, U+30FC…U+30FE, U+31F0…U+31FF.
    private static func katakana(at place: Int, of text: [UInt8]) -> UInt32? {
        guard place >= 0, place + 2 < text.count, text[place] == 0xE3 else { return nil }
        let code = 0x3000 | UInt32(text[place + 1] & 0x3F) << 6 | UInt32(text[place + 2] & 0x3F)
        return code >= 0x30A1 && code <= 0x30FE && code != 0x30FB || code >= 0x31F0 && code <= 0x31FF ? code : nil
    }
}
