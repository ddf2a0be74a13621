/// Half-width kana and their voice marks.
enum Kana {
    /// U+FF61…U+FF9D in full width.
    static let fullWidth: [UInt32] = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars.map(\.value)

    /// U+FFE0…U+FFE6 in their ordinary form.
    static let symbols: [UInt32] = "¢£¬¯¦¥₩".unicodeScalars.map(\.value)

    /// The kana with a voice mark (が from か), or nil if it takes none. Voiced kana follow their plain ones.
    static func voiced(_ kana: UInt32) -> UInt32? {
        switch kana {
        case 0x3046: 0x3094  // う
        case 0x30A6: 0x30F4  // ウ
        case 0x30EF...0x30F2: kana + 8  // ワ ヰ ヱ ヲ
        case 0x304B...0x3061 where kana % 2 == 1: kana + 1  // か…ち
        case 0x30AB...0x30C1 where kana % 2 == 1: kana + 1  // カ…チ
        case 0x3064...0x3068 where kana % 2 == 0: kana + 1  // つ て と
        case 0x30C4...0x30C8 where kana % 2 == 0: kana + 1  // ツ テ ト
        case 0x306F...0x307B where kana % 3 == 0: kana + 1  // は…ほ
        case 0x30CF...0x30DB where kana % 3 == 0: kana + 1  // ハ…ホ
        default: nil
        }
    }

    /// The kana with a half voice mark (ぱ from は), or nil if it takes none.
    static func halfVoiced(_ kana: UInt32) -> UInt32? {
        switch kana {
        case 0x306F...0x307B where kana % 3 == 0: kana + 2
        case 0x30CF...0x30DB where kana % 3 == 0: kana + 2
        default: nil
        }
    }
}
