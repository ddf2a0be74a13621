import FeedModel

/// A title without what belongs to its publisher: names at the end, labels in brackets.
struct TitleCleaning {
    /// The most characters that are looked at.
    static let limit = 600

    /// NFKC, with case.
    private(set) var scalars: [UInt32]
    /// What stood in brackets before it: its words tell nothing, but its numbers keep two events apart.
    private(set) var labels: [[UInt32]] = []
    /// What an agency or a site put before it: `FACTBOX`, `Show HN`.
    private(set) var prefix: [UInt32] = []

    init(_ title: String, publisher: String?, source: String) {
        scalars = Self.folded(title, limit: Self.limit)
        // Most titles end with no name.
        let mayHaveOwner = scalars.contains(where: Self.isSeparator)
        let owners = (mayHaveOwner ? [publisher, source] : []).compactMap { $0 }
            .map { Self.lowered(Self.folded($0, limit: 80)) }.filter { $0.count >= 2 }
        for _ in 0..<4 {
            trim()
            guard removeOwner(owners) || removeOutlet() || removeTrailingBracket() else { break }
        }
        if removeLongName() { trim() }
        for _ in 0..<3 where removeLeadingBracket() { trim() }
        removeAgencyPrefix()
        trim()
    }

    /// Folds the beginning of a text; marks without a letter of their own and control characters go.
    static func folded(_ text: String, limit: Int) -> [UInt32] {
        if let ascii = asciiScalars(text, limit: limit) { return ascii }
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: text.unicodeScalars.prefix(limit))
        let bytes = Folding.fold(String(cut), ignoringCase: false)
        var scalars: [UInt32] = []
        scalars.reserveCapacity(min(bytes.count, limit))
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let code = scalar.value
            if code < 0x20 || code == 0x7F {
                scalars.append(0x20)
            } else if code < 0x300 || CharacterClass(code) != .mark {
                scalars.append(Self.plain(code))
            }
        }
        return scalars
    }

    /// A text of ASCII is folded already; nil for another one.
    private static func asciiScalars(_ text: String, limit: Int) -> [UInt32]? {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(min(text.utf8.count, limit))
        for byte in text.utf8.prefix(limit) {
            guard byte < 0x80 else { return nil }
            scalars.append(byte < 0x20 || byte == 0x7F ? 0x20 : UInt32(byte))
        }
        return scalars
    }

    /// Dashes, quotes and blanks that NFKC leaves apart become one.
    private static func plain(_ code: UInt32) -> UInt32 {
        switch code {
        case 0x2014, 0x2015, 0x2500, 0x2212: 0x2D
        case 0x2018, 0x2019, 0x02BC: 0x27
        case 0x201C, 0x201D: 0x22
        case 0x3000, 0xA0: 0x20
        default: code
        }
    }

    static func lowered(_ scalars: [UInt32]) -> [UInt32] {
        scalars.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }

    private mutating func trim() {
        while let last = scalars.last, last == 0x20 || last == 0x7C { scalars.removeLast() }
        var start = 0
        while start < scalars.count, scalars[start] == 0x20 { start += 1 }
        if start > 0 { scalars.removeFirst(start) }
    }

    private static func isSeparator(_ code: UInt32) -> Bool {
        switch code {
        case 0x2D, 0x7C, 0x3A, 0x2F, 0xB7, 0x2013, 0x2022, 0xFF5C, 0x300C, 0x28, 0xAB, 0xBB: true
        default: false
        }
    }

    /// ` - The Publisher` at the end, where the publisher is known.
    private mutating func removeOwner(_ owners: [[UInt32]]) -> Bool {
        let lower = Self.lowered(scalars)
        for owner in owners where lower.count >= owner.count + 7 && lower.suffix(owner.count).elementsEqual(owner) {
            var end = lower.count - owner.count
            var separators = 0
            while end > 0, lower[end - 1] == 0x20 || Self.isSeparator(lower[end - 1]) {
                if lower[end - 1] != 0x20 { separators += 1 }
                end -= 1
            }
            guard separators > 0, end >= 6 else { continue }
            scalars.removeLast(scalars.count - end)
            return true
        }
        return false
    }

    /// `｜NHK`, ` - Yahoo!ニュース`: a last part that names an outlet.
    private mutating func removeOutlet() -> Bool {
        guard let place = scalars.lastIndex(where: { $0 == 0x7C || $0 == 0x2D || $0 == 0x3A || $0 == 0x2F }),
            place >= 8, scalars.count - place <= 45
        else { return false }
        let sign = scalars[place]
        // A dash or a colon within a sentence is none: a dash wants blanks, a colon a Japanese name.
        let isSpaced = scalars[place - 1] == 0x20 || place + 1 < scalars.count && scalars[place + 1] == 0x20
        let part = Self.lowered(Array(scalars[(place + 1)...]))
        let isJapanese = part.contains { CharacterClass($0).isJapanese }
        switch sign {
        case 0x7C: break
        case 0x2D: guard isSpaced else { return false }
        default: guard isJapanese, !isSpaced else { return false }
        }
        guard Outlets.isNamed(in: part) else { return false }
        scalars.removeLast(scalars.count - place)
        return true
    }

    /// ` - Northern Valley Public Notes` at the end: three to five words with a capital, after a title of four and more.
    private mutating func removeLongName() -> Bool {
        guard let place = scalars.lastIndex(where: { $0 == 0x2D || $0 == 0x2013 }), place >= 16,
            place + 2 < scalars.count, scalars[place - 1] == 0x20, scalars[place + 1] == 0x20,
            scalars.count - place <= 48
        else { return false }
        let words = scalars[(place + 1)...].split(separator: 0x20)
        guard (3...5).contains(words.count), scalars[..<place].split(separator: 0x20).count >= 4,
            words.allSatisfy({ Self.isNameWord($0) })
        else { return false }
        scalars.removeLast(scalars.count - place)
        return true
    }

    private static func isNameWord(_ word: ArraySlice<UInt32>) -> Bool {
        guard let first = word.first, word.allSatisfy({ CharacterClass($0) == .letter || $0 == 0x26 || $0 == 0x27 })
        else { return false }
        return (0x41...0x5A).contains(first) || first == 0x26
            || ["of", "the", "and", "for", "in"].contains { word.elementsEqual($0.unicodeScalars.lazy.map(\.value)) }
    }

    /// `(ロイター)`, `[2024/02/05 19:38]`, `(1/9)` at the end.
    private mutating func removeTrailingBracket() -> Bool {
        guard let last = scalars.last, last == 0x29 || last == 0x5D || last == 0x3011,
            let place = scalars.lastIndex(where: { $0 == 0x28 || $0 == 0x5B || $0 == 0x3010 }), place >= 8,
            scalars.count - place <= 42
        else { return false }
        let inner = Self.lowered(Array(scalars[(place + 1)..<(scalars.count - 1)]))
        let isDate =
            inner.contains { $0 == 0x2F || $0 == 0x3A }
            && inner.allSatisfy { (0x2F...0x3A).contains($0) || $0 == 0x20 || $0 == 0x2E }
        guard isDate || Outlets.isNamed(in: inner) || Outlets.isPageNote(inner) else { return false }
        scalars.removeLast(scalars.count - place)
        return true
    }

    /// `【速報】`, `[Video]` at the beginning.
    private mutating func removeLeadingBracket() -> Bool {
        guard let first = scalars.first else { return false }
        let closing: UInt32
        switch first {
        case 0x3010: closing = 0x3011
        case 0x5B: closing = 0x5D
        case 0x3008: closing = 0x3009
        case 0x3C: closing = 0x3E
        default: return false
        }
        guard let place = scalars.prefix(32).firstIndex(of: closing), scalars.count - place >= 9 else { return false }
        labels.append(Array(scalars[1..<place]))
        scalars.removeFirst(place + 1)
        return true
    }

    /// `UPDATE 2-`, `FACTBOX-`, `Show HN:` at the beginning.
    private mutating func removeAgencyPrefix() {
        guard let place = scalars.prefix(24).firstIndex(where: { $0 == 0x2D || $0 == 0x3A }), place >= 3,
            scalars.count - place >= 9
        else { return }
        var name = scalars[..<place]
        while let last = name.last, last == 0x20 || CharacterClass(last) == .digit { name.removeLast() }
        guard Outlets.isAgencyPrefix(name) else { return }
        prefix = Array(name)
        scalars.removeFirst(place + 1)
    }
}

/// Words by which the name of a newspaper, an agency or a broadcaster is known.
enum Outlets {
    private static let ideographic = [
        "新聞", "ニュース", "通信", "テレビ", "放送", "オンライン", "デジタル", "日経", "ロイター", "ブルームバーグ",
        "時事", "共同", "産経", "文春", "現代", "東洋経済", "ダイヤモンド", "プライム", "スポニチ", "スポーツ報知", "ポスト",
        "ウォーカー", "ナタリー", "オリコン",
    ].map { $0.unicodeScalars.map(\.value) }
    private static let latin = Set(
        """
        news times post journal reuters bbc cnn bloomberg guardian herald tribune magazine npr nbc abc cbs fox
        ap afp upi cnbc msnbc pbs sky itv gazette chronicle telegraph independent yahoo nhk tbs nnn fnn jnn ann
        itmedia cnet zdnet techcrunch verge wired engadget gizmodo politico axios vox espn wsj nyt ft newswire
        press forbes fortune insider newsweek observer mirror dispatch examiner inquirer courier sentinel
        register globe monitor weekly daily blog youtube medium
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let agencyPrefixes = Set(
        """
        UPDATE WRAPUP FACTBOX EXCLUSIVE ANALYSIS EXPLAINER REFILE CORRECTED BRIEF INSIGHT FEATURE GRAPHIC TIMELINE RPT
        FOCUS PREVIEW SNAPSHOT WATCH VIDEO LIVE Show_HN Ask_HN Tell_HN Launch_HN Breaking Watch Video Exclusive Updated JUST_IN INSTANT_VIEW PRESS_DIGEST UPDATED BREAKING ADVISORY POLL COLUMN TAKE_A_LOOK
        """.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.map { $0 == "_" ? 0x20 : $0.value } })

    static func isAgencyPrefix(_ scalars: ArraySlice<UInt32>) -> Bool { agencyPrefixes.contains(Array(scalars)) }

    /// What stands in brackets at the end of a title and tells of the page, not of the event.
    static func isPageNote(_ scalars: [UInt32]) -> Bool { pageNotes.contains(scalars) }

    private static let pageNotes = Set(
        """
        video videos photos pictures gallery audio watch updated update subscription opinion 写真あり 写真付き 写真 動画あり 動画付き 動画
        映像あり 更新 追記 追記あり 有料 有料記事 会員限定 全文 図解 画像あり 画像
        """.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.map(\.value) })

    private static let domains = [
        ".com", ".jp", ".org", ".net", ".dev", ".io", ".uk", ".info", ".app", ".me", ".tech", ".blog", ".edu", ".gov",
        ".ai", ".news", ".tv", ".eu", ".de", ".fr", ".ca", ".au", ".example",
    ]

    static func isNamed(in scalars: [UInt32]) -> Bool {
        guard !scalars.isEmpty else { return false }
        for word in ideographic where contains(scalars, word) { return true }
        var words = 0
        var isNamed = false
        for part in scalars.split(whereSeparator: { CharacterClass($0) != .letter && CharacterClass($0) != .digit }) {
            words += 1
            if part.count <= 12, latin.contains(String(scalars: part)) { isNamed = true }
        }
        if isNamed, words <= 6 { return true }
        // A name of the network: `example.com`.
        return !scalars.contains(0x20) && domains.contains { ends(scalars, $0) }
    }

    private static func ends(_ scalars: [UInt32], _ ending: String) -> Bool {
        scalars.suffix(ending.utf8.count).elementsEqual(ending.unicodeScalars.lazy.map(\.value))
    }

    private static func contains(_ scalars: [UInt32], _ word: [UInt32]) -> Bool {
        guard scalars.count >= word.count, let first = word.first else { return false }
        for start in 0...(scalars.count - word.count) where scalars[start] == first {
            if scalars[start..<(start + word.count)].elementsEqual(word) { return true }
        }
        return false
    }
}
