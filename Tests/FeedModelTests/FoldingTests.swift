import Testing

@testable import FeedModel

@Suite("Folding")
struct FoldingTests {
    @Test(
        "width and case are folded, everything else stays",
        arguments: [
            ("ＡｂＣ１２３！～", "abc123!~"), ("ｱｲｳｴｵ", "アイウエオ"), ("ｶﾞｷﾞﾊﾟﾋﾟｳﾞ", "ガギパピヴ"), ("ｦｧｯｰ｡｢｣､･", "ヲァッー。「」、・"),
            ("ﾞｱﾟ", "゛ア゜"), ("￥￡", "¥£"), ("　", " "), ("日本語かな", "日本語かな"), ("は\u{309A}", "ぱ"),
            ("ÀÖ ß Ж Σς", "àö ß ж σσ"), ("🍣İ", "🍣İ"), ("", ""), ("ﾜﾞ", "ヷ"), ("a\u{0301}", "a\u{0301}"),
        ])
    func folds(text: String, folded: String) {
        #expect(Folding.fold(text, ignoringCase: true) == Array(folded.utf8))
    }

    @Test("case stays where it matters")
    func exact() {
        #expect(Folding.fold("Ｓwift ÉÀ", ignoringCase: false) == Array("Swift ÉÀ".utf8))
    }

    @Test("every half-width kana has its full-width form")
    func table() {
        #expect(Kana.fullWidth.count == 0xFF9D - 0xFF61 + 1)
        #expect(Kana.symbols.count == 7)
        let voiced = "かきくけこさしすせそたちつてとはひふへほカキクケコサシスセソタチツテトハヒフヘホウ"
        let expected = "がぎぐげござじずぜぞだぢづでどばびぶべぼガギグゲゴザジズゼゾダヂヅデドバビブベボヴ"
        #expect(voiced.unicodeScalars.map { Kana.voiced($0.value) } == expected.unicodeScalars.map { $0.value })
        #expect("なマンっアぁッ".unicodeScalars.allSatisfy { Kana.voiced($0.value) == nil })
        #expect(
            "はひふへほハヒフヘホ".unicodeScalars.map { Kana.halfVoiced($0.value) }
                == "ぱぴぷぺぽパピプペポ".unicodeScalars.map { $0.value })
    }
}
