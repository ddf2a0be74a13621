import Testing

@testable import FeedModel

@Suite("Folding")
struct FoldingTests {
    @Test(
        "width and case are folded, everything else stays",
        arguments: [
            ("ＡｂＣ１２３！～", "abc123!~"), ("ｱｲｳｴｵ", "アイウエオ"), ("ｶﾞｷﾞﾊﾟﾋﾟｳﾞ", "ガギパピヴ"), ("ｦｧｯｰ｡｢｣､･", "ヲァッー。「」、・"),
            ("ﾞｱﾟ", "\u{3099}ア\u{309A}"), ("￥￡", "¥£"), ("　", " "), ("日本語かな", "日本語かな"), ("は\u{309A}", "ぱ"),
            ("ÀÖ ß Ж Σς", "àö ss ж σσ"), ("🍣İ", "🍣i\u{307}"), ("", ""), ("ﾜﾞ", "ヷ"), ("a\u{0301}", "á"),
        ])
    func folds(text: String, folded: String) {
        #expect(Folding.fold(text, ignoringCase: true) == Array(folded.utf8))
    }

    @Test("case stays where it matters")
    func exact() {
        #expect(Folding.fold("Ｓwift ÉÀ", ignoringCase: false) == Array("Swift ÉÀ".utf8))
    }

    @Test("U10: what is folded stays as it is when it is folded again, whatever the letters are")
    func idempotence() {
        var generator = SplitMix(state: 1)
        let known: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x24F, 0x300...0x345, 0x370...0x3FF, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x3040...0x30FF,
            0x3200...0x33FF, 0xAC00...0xAD00, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x4E00...0x9FFF, 0x1D400...0x1D7FF,
        ]
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<8 {
                let range = known[Int(generator.next() % UInt64(known.count))]
                let value = range.lowerBound + UInt32(generator.next() % UInt64(range.count))
                if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
            }
            for ignoringCase in [true, false] {
                let once = FoldedText(text, ignoringCase: ignoringCase).key
                let twice = FoldedText(String(decoding: once, as: UTF8.self), ignoringCase: ignoringCase).key
                #expect(once == twice, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
            }
        }
    }

    private struct SplitMix {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    @Test("U10: no form in use of an ideograph is an old form of another")
    func forms() {
        #expect(IdeographForms.current.count > 370)
        for (old, current) in IdeographForms.current {
            #expect(IdeographForms.current[current] == nil, "\(old) \(current)")
        }
    }

    @Test("U10: a long text full of long vowels, marks or words is folded and searched in linear time")
    func longTexts() {
        for unit in ["サーバー ", "ァ", "か\u{3099}", "\u{301}\u{316}", "ー", "㍿", "Swift+"] {
            let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
            let begun = ContinuousClock.now
            let folded = FoldedText(text, ignoringCase: true, kana: true)
            #expect(FoldedWord("サーバールーム", ignoringCase: true)?.isWord(in: folded) == false)
            #expect(FoldedWord("wift", ignoringCase: true)?.isWord(in: folded) == false)
            // Seconds, also beside all other tests; what is quadratic takes hours.
            #expect(begun.duration(to: .now) < .seconds(300))
        }
    }
}
