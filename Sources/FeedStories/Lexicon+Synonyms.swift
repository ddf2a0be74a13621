extension Lexicon {
    /// Words that say the same in headlines, a group a line. They join groups of other lists.
    static let synonyms = """
        die 死亡 亡くなる 亡くなった
        pm prime_minister premier
        sink capsize sinking
        halt suspend pause
        ban outlaw prohibit
        approve greenlight clear
        probe investigate investigation inquiry
        jail imprison
        hike increase raise
        slash trim lower reduce
        crash collision collide
        hit strike struck
        blast explosion explode
        flaw vulnerability hole
        breach hack leak
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
        stab stabbing knife
        shoot shooting gunman
        layoff job_cuts cut_jobs
        protest demonstration rally
        storm cyclone
        運休 運転見合わせ 運転取りやめ
        火災 火事 出火 全焼
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
        優勝 v
        破る 撃破 下す
        合意 妥結
        沈没 転覆
        行方不明 不明
        開業 オープン
        判決 言い渡し
        辞任 辞職 退任
        """

    /// For each feature of a word that says the same as another one, the feature they share.
    static func shared(_ words: [UInt64: Word], fold: (Substring) -> [UInt32]) -> (
        joined: [UInt64: UInt64], added: [UInt64: Word]
    ) {
        var joined: [UInt64: UInt64] = [:]
        var added: [UInt64: Word] = [:]
        for line in synonyms.split(separator: "\n") {
            let keys = line.split(separator: " ").map { fold($0) }
            guard let first = keys.first else { continue }
            let head =
                words[key(first)]
                ?? Word(
                    feature: FeatureHash.hash(.word, first), commonness: .field, nameClass: nil)
            let feature = joined[head.feature] ?? head.feature
            for form in keys {
                if let known = words[key(form)] {
                    // A name stays a name.
                    if known.nameClass == nil, known.feature != feature { joined[known.feature] = feature }
                } else {
                    added[key(form)] = Word(feature: feature, commonness: .field, nameClass: nil)
                }
            }
        }
        return (joined, added)
    }
}
