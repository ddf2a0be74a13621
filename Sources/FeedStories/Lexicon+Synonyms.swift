extension Lexicon {
    /// Words that say the same in headlines, a group a line. They join groups of other lists.
    static let synonyms = """
        die 死亡 亡くなる 亡くなった
        pm prime_minister premier
        sink capsize sinking
        halt suspend pause
        ban outlaw prohibit
        approve greenlight
        probe investigate investigation inquiry
        jail imprison
        hike increase raise
        slash trim lower reduce
        crash collision collide
        blast explosion explode
        flaw vulnerability
        breach hack
        outage failure disruption
        lawsuit sue suit
        acquire acquisition buy takeover
        resign quit
        deal agreement pact accord
        talk negotiation
        ceasefire truce
        cop police officer
        plane jet aircraft airliner
        ship vessel
        rule ruling
        flood flooding
        heist robbery theft
        stab stabbing
        shoot shooting gunman
        layoff job_cuts cut_jobs
        protest demonstration
        storm cyclone
        運休 運転見合わせ 運転取りやめ
        火災 火事 出火 全焼
        postpone delay
        scrap cancel call_off called_off axe
        lawmaker legislator mp
        teen teenager
        bankrupt bankruptcy chapter_11 insolvency
        detain custody
        united_nations un
        european_union eu
        european_central_bank ecb
        bank_of_england boe
        値上げ 引き上げ
        値下げ 引き下げ
        発売 販売開始
        買収 子会社化
        撤退 閉店
        中止 取りやめ
        逮捕 容疑者
        サイバー攻撃 不正アクセス
        流出 漏えい 漏洩
        障害 不具合 トラブル
        破る 撃破 下す
        合意 妥結
        沈没 転覆
        開業 オープン
        判決 言い渡し
        辞任 辞職 退任
        日銀 日本銀行
        厚労省 厚生労働省
        経産省 経済産業省
        国交省 国土交通省
        文科省 文部科学省
        農水省 農林水産省
        公取委 公正取引委員会 公取
        東電 東京電力
        関電 関西電力
        最高裁 最高裁判所
        日航 日本航空 jal
        全日空 全日本空輸 ana
        北海道新聞 道新
        イトーヨーカドー イトーヨーカ堂 ヨーカドー
        日本ハム 日ハム
        iphone アイフォーン アイフォン
        android アンドロイド
        windows ウィンドウズ
        youtube ユーチューブ
        twitter ツイッター
        anthropic アンソロピック
        tiktok ティックトック
        首脳会談 首脳会議
        刺す 刺される 刺された 刺傷
        焼ける 燃える 炎上
        死なせた 致死
        """

    /// Gives words that say the same one feature, and the commonness of the first of their line. Names stay names.
    static func joinSynonyms(in words: inout [UInt64: Word]) {
        var firsts: [UInt64: Word] = [:]
        func first(of word: Word) -> Word {
            var word = word
            while let next = firsts[word.feature], next.feature != word.feature { word = next }
            return word
        }
        for line in [synonyms, eventWords].joined(separator: "\n").split(separator: "\n") {
            let forms = line.split(separator: " ").map { folded($0) }
            guard let form = forms.first else { continue }
            let head = first(
                of: words[key(form)]
                    ?? Word(feature: FeatureHash.hash(.word, form), commonness: .field, nameClass: nil))
            for form in forms {
                guard let known = words[key(form)].map(first) else {
                    words[key(form)] = head
                    continue
                }
                if known.nameClass == nil, known.feature != head.feature { firsts[known.feature] = head }
            }
        }
        for (key, word) in words where word.nameClass == nil { words[key] = first(of: word) }
    }
}
