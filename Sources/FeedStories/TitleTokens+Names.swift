/// What in a title looks like a name.
extension TitleTokens {
    mutating func markNames(_ cased: [UInt32]) {
        // Where every word has a capital, capitals tell nothing.
        let words = tokens.filter { classes[$0.range.lowerBound] == .letter && $0.range.count > 3 }
        let capitals = words.count { isCapital($0.range.lowerBound) }
        let tellsNames = !isUpper.isEmpty && capitals * 10 <= words.count * 7
        for index in tokens.indices where !tokens[index].isNumber {
            let range = tokens[index].range
            switch classes[range.lowerBound] {
            case .letter:
                // A first word has a capital in any case; it is a name if a second one follows.
                let isName =
                    isCapital(range.lowerBound)
                    && (index > 0
                        || index + 1 < tokens.count && isCapital(tokens[index + 1].range.lowerBound)
                            && tokens[index + 1].range.lowerBound == range.upperBound + 1)
                tokens[index].form = !tellsNames ? .titleCase : isName ? .name : .common
            case .katakana: tokens[index].form = isQuoted(range.lowerBound, range.upperBound) ? .name : .katakana
            case .hiragana: tokens[index].form = .name
            case .ideograph:
                // `続く` is a verb, `月山で` is none.
                let end = range.upperBound
                tokens[index].form = isPerson(after: range.upperBound) ? .name : .pair
                tokens[index].isNoun =
                    end >= scalars.count || classes[end] != .hiragana || Self.particles.contains(scalars[end])
            default: break
            }
        }
    }

    /// Whether a title of a person follows: `三浦選手`, `森川さん`.
    private func isPerson(after place: Int) -> Bool {
        Self.personTitles.contains { title in
            scalars.count >= place + title.count && scalars[place..<(place + title.count)].elementsEqual(title)
        }
    }

    private static let personTitles = [
        "氏", "さん", "選手", "容疑者", "被告", "監督", "投手", "首相", "大統領", "知事", "市長", "議員", "社長", "会長", "教授",
        "総裁", "竜王", "名人", "棋聖", "八段", "九段", "代表", "ら", "プロ",
    ].map { $0.unicodeScalars.map(\.value) }

    func isCapital(_ place: Int) -> Bool { place < isUpper.count && isUpper[place] }

    /// が は を に で の と も へ や さ(ん)
    private static let particles = Set("がはをにでのともへやさ".unicodeScalars.map(\.value))

    /// `Essex county`, `university of Essex`.
    mutating func readHeads() {
        for (index, token) in tokens.enumerated() where Lexicon.nameHeads.contains(token.feature) {
            guard index > 0 else { continue }
            let before = tokens[index - 1]
            // A place is compared as such, and a name has a capital.
            guard before.commonness == .unknown, !before.isNumber, before.nameClass == nil, !isUpper.isEmpty,
                isUpper[before.range.lowerBound], before.range.upperBound + 1 == token.range.lowerBound
            else { continue }
            heads.append((token.feature, before.feature))
        }
    }

    /// `護衛艦「いずも」`: what stands in brackets behind such a noun is a name, whatever words it has.
    mutating func readQuotedNames() {
        for open in scalars.indices where scalars[open] == 0x300C || scalars[open] == 0x300E {
            let before = scalars[..<open]
            guard let noun = Lexicon.namedThings.first(where: { before.suffix($0.count).elementsEqual($0) }),
                let close = scalars[open...].firstIndex(where: { $0 == 0x300D || $0 == 0x300F }), close > open + 1
            else { continue }
            heads.append((FeatureHash.hash(.name, noun), FeatureHash.hash(.name, scalars[(open + 1)..<close])))
        }
    }

    /// Who died, where the whole name is told: `作家の森川葉子さん死去`. The given name tells two people apart, whatever
    /// stands before the family name.
    mutating func readDeaths() {
        guard tokens.contains(where: { lexicon.actions(of: $0.feature) & Lexicon.Action.death.bit != 0 }) else {
            return
        }
        for title in Self.titlesOfTheDead {
            guard scalars.count > 4 else { continue }
            for end in 3...(scalars.count - 1) where scalars[end...].starts(with: title) {
                var start = end
                while start > 0, classes[start - 1] == .ideograph { start -= 1 }
                guard end - start >= 3 else { continue }
                heads.append((Self.deadKind, FeatureHash.hash(.name, scalars[(end - 2)..<end])))
            }
        }
    }

    private static let titlesOfTheDead = ["さん", "氏"].map { $0.unicodeScalars.map(\.value) }
    private static let deadKind = FeatureHash.hash(.name, "死去")

    /// The name at the end of a run of ideographs: `富士山`, `甲府市長選`.
    mutating func readEnding(_ start: Int, _ end: Int) {
        for count in stride(from: min(3, end - start - 1), through: 1, by: -1) {
            guard let kind = Lexicon.nameEndings[Array(scalars[(end - count)..<end])] else { continue }
            let name = scalars[max(start, end - count - 2)..<(end - count)]
            // `各駅`, `県内`: no name.
            if name.count == 1 || lexicon.word(Lexicon.key(name))?.commonness ?? .unknown != .unknown { return }
            heads.append((kind, FeatureHash.hash(.name, name)))
            return
        }
    }
}
