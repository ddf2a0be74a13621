/// What a headline says of its turn in a sequence without a number: the first count or the final one, the qualifying or
/// the race, up or down, the column of a day.
///
/// Two headlines with different turns tell of two events. The same turn tells nothing.
enum TitleSlots {
    private enum Group: Int {
        case firstCount, nextCount, finalCount, quarterfinal, semifinal, up, down, market, qualifying, race, column, day
        case subject, wonQualifying

        var bit: UInt32 { 1 << UInt32(rawValue) }
    }

    /// Phrases by their group; `_` is a blank. A Latin phrase stands between signs.
    private static let phrases: [(Group, String)] = [
        (
            .firstCount,
            """
            速報値 1次集計 第1回集計 一次集計 1次速報 first_estimate flash_estimate advance_estimate preliminary_estimate
            first_count first_tally preliminary_count preliminary_tally flash_reading first_reading
            """
        ),
        (.nextCount, "改定値 2次集計 第2回集計 二次集計 2次速報 中間集計 second_estimate revised_estimate second_count second_tally"),
        (.finalCount, "確報値 確定値 最終集計 最終値 final_estimate final_count final_tally final_reading third_estimate"),
        (.quarterfinal, "準々決勝 quarterfinal quarterfinals quarter-final quarter-finals"),
        (.semifinal, "準決勝 semifinal semifinals semi-final semi-finals"),
        (
            .up,
            """
            続伸 反発 上昇 急伸 急騰 ストップ高 値上がり 円高 突破 最高値 大幅高 台回復 rise rises rising up soar soars soaring jump jumps jumping surge surges surging
            climb climbs climbing gain gains rally rallies rallying
            """
        ),
        (
            .down,
            """
            続落 反落 下落 急落 ストップ安 値下がり 円安 円割れ ドル割れ 台割れ 割り込 大幅安 fall falls falling down sink sinks sinking plunge plunges plunging drop drops dropping
            tumble tumbles tumbling slide slides sliding slump slumps
            """
        ),
        (.market, "株価 日経平均 東証 topix 円相場 終値 ビットコイン bitcoin stock stocks shares nikkei futures dow nasdaq"),
        (
            .qualifying,
            """
            takes_pole take_pole took_pole on_pole to_pole claims_pole grabs_pole seals_pole secures_pole snatches_pole storms_to_pole
            pole_position pole_for pole_at pole_in ポールポジション ポール獲得 予選首位 予選トップ 予選1位
            """
        ),
        // Who wins the qualifying has not won the race.
        (.wonQualifying, "win_pole wins_pole won_pole"),
        (.race, "win wins won victory winner 優勝 制す 制した 勝利 決勝"),
        (
            .column,
            """
            horoscope horoscopes word_of_the_day photo_of_the_day recipe_of_the_day wordle_hints wordle_answer wordle_today
            connections_hints
            """
        ),
        (.day, "きょうの 今日の 本日の あすの 明日の 今週の 来週の 今夜の"),
        (.subject, "運勢 献立 天気 占い 星座 こよみ 誕生花 レシピ 一品 おかず 弁当 給食 一句 一枚 クイズ ひとこと 名言 番組 メニュー"),
    ]

    /// The phrases by their first two characters.
    private static let table: [UInt64: [(group: Group, phrase: [UInt32])]] = {
        var table: [UInt64: [(group: Group, phrase: [UInt32])]] = [:]
        for (group, text) in phrases {
            for part in text.split(whereSeparator: \.isWhitespace) {
                let phrase = part.unicodeScalars.map { $0 == "_" ? 0x20 : $0.value }
                table[UInt64(phrase[0]) << 32 | UInt64(phrase[1]), default: []].append((group, phrase))
            }
        }
        return table
    }()
    /// Whether a phrase may begin with two characters, by a few of their bits: most do not.
    private static let beginnings: [Bool] = {
        var beginnings = [Bool](repeating: false, count: 4096)
        for key in table.keys { beginnings[slot(UInt32(key >> 32), UInt32(key & 0xFFFF_FFFF))] = true }
        return beginnings
    }()

    private static func slot(_ first: UInt32, _ second: UInt32) -> Int { Int((first &* 67 &+ second) & 4095) }

    /// How many characters may stand between `きょうの` and `運勢`.
    private static let reach = 8

    /// Returns the turns of a title in lower case.
    static func read(_ scalars: [UInt32], _ classes: [CharacterClass], title: UInt64) -> [NumberMention] {
        let found = groups(scalars, classes)
        guard found != 0 else { return [] }
        func has(_ group: Group) -> Bool { found & group.bit != 0 }
        var turns: [NumberMention] = []
        func add(_ context: UInt64, _ groups: [Group]) {
            let told = groups.indices.filter { has(groups[$0]) }
            // Who tells of two turns tells of the way from one to the other.
            guard told.count == 1 else { return }
            turns.append(NumberMention(kind: .slot, context: context, value: Double(told[0])))
        }
        add(1, [.firstCount, .nextCount, .finalCount])
        add(2, [.quarterfinal, .semifinal])
        if has(.market) { add(3, [.up, .down]) }
        if has(.race) || has(.qualifying) {
            let isRace = has(.race) && !has(.wonQualifying)
            turns.append(NumberMention(kind: .slot, context: 4, value: isRace ? 1 : 0))
        }
        // The column of a day is the same only as a whole.
        if has(.column) { turns.append(NumberMention(kind: .slot, context: 5, value: Double(title >> 12))) }
        return turns
    }

    private static func groups(_ scalars: [UInt32], _ classes: [CharacterClass]) -> UInt32 {
        var found: UInt32 = 0
        var dayEnd: Int?
        let beginnings = Self.beginnings
        for start in scalars.indices.dropLast() where beginnings[slot(scalars[start], scalars[start + 1])] {
            let key = UInt64(scalars[start]) << 32 | UInt64(scalars[start + 1])
            guard let candidates = table[key] else { continue }
            let isLatin = classes[start] == .letter
            if isLatin, start > 0, classes[start - 1] == .letter { continue }
            for (group, phrase) in candidates {
                let end = start + phrase.count
                guard end <= scalars.count, scalars[start..<end].elementsEqual(phrase) else { continue }
                if isLatin, end < scalars.count, classes[end] == .letter { continue }
                switch group {
                case .day: dayEnd = end
                case .subject: if let dayEnd, start - dayEnd <= reach { found |= Group.column.bit }
                default: found |= group.bit
                }
            }
        }
        return found
    }
}
