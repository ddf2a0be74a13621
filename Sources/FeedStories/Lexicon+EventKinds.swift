extension Lexicon {
    /// Words by the kind of event that they tell of. A line is a kind: titles that share a name and a kind are mostly of
    /// one event, even where they share no word of it. A word may be of several kinds.
    private static let kinds = """
        snow storm rain flood wind gale hail ice icy freeze thaw tornado drought heat typhoon weather forecaster drift slush avalanche landslide \
        大雪 雪 初雪 積雪 吹雪 大雨 台風 暴風 強風 浸水 猛暑 寒波 竜巻 雷雨 落雷 気象庁 土砂崩れ 除雪 立ち往生 往生 高潮 洪水 冠水
        earthquake tremor aftershock magnitude epicenter tsunami richter seismic 地震 震度 余震 津波 震源 揺れ 津波注意報
        volcano erupt eruption ash lava 噴火 噴煙 降灰 火山 噴火警戒レベル
        fire firefighter smoke burn gut arson extinguish evacuate 火災 放火 消防 全焼 焼失 煙 焼け跡 消火 鎮火 炎上 焼ける
        crash derail capsize topple collide pile-up wreck sink strand aground rescue runway train bus ferry lorry truck plane helicopter 事故 衝突 脱線 転覆 転落 座礁 墜落 \
        救助 横転 重体 重傷 運休 沈没 漂流 遭難
        collapse cave_in crumble crack bridge roof sinkhole 崩落 倒壊 陥没 落下 天井 橋桁 外壁
        blast explode bomb detonate gas_leak 爆発 爆弾 ガス漏れ 破裂
        steal heist burgle raid loot jewel robbers theft stolen thief 盗難 窃盗 強盗 盗む 盗まれ 空き巣 ひったくり
        shoot stab kill murder attack gunman knife police suspect arrest victim homicide manhunt 殺人 刺す 刺され 銃撃 発砲 逮捕 襲う 暴行 容疑者 通り魔
        fraud bribe embezzle corruption launder tax_evasion forge scam fake 詐欺 贈収賄 横領 脱税 汚職 偽造 着服 粉飾 裏金
        trial court judge jury verdict convict acquit sentence appeal sue plead lawyer ruling justice 判決 裁判 公判 控訴 上告 起訴 無罪 有罪 \
        提訴 地裁 高裁 最高裁 懲役 求刑
        election vote ballot poll elect mayor governor candidate runoff landslide win seat majority 選挙 当選 落選 投開票 市長選 知事選 衆院選 参院選 再選 \
        新人 現職 初当選 得票 過半数
        resign oust sack dismiss quit step_down successor replace fire 辞任 辞職 退任 更迭 解任 引責 後任 退陣
        appoint name nominate succeed successor take_over ceo head chief 就任 任命 新社長 起用 昇格 会長 社長 後任 抜擢
        bill parliament pass senate lawmaker law act coalition cabinet minister 法案 可決 成立 改正 国会 否決 閣議 条例
        ceasefire truce peace hostage strike missile drone troop shell invade war 停戦 攻撃 空爆 ミサイル 侵攻 無人機 戦闘 人質 砲撃
        summit talk treaty pact ambassador sanction tariff diplomat 首脳会談 会談 合意 条約 制裁 関税 大使 外相
        strike walkout union picket wage pay_dispute worker ストライキ 労組 賃上げ 春闘 組合
        layoff redundancy job worker cut downsizing staff 人員削減 リストラ 希望退職 解雇 雇用 早期退職
        acquire merge takeover stake bid buyout deal offer shareholder 買収 合併 統合 出資 株式取得 子会社化 提携 傘下 tob 株主
        earnings profit revenue loss sales quarter guidance outlook dividend 決算 純利益 営業利益 赤字 黒字 増益 減益 増収 減収 業績 上方修正 下方修正 配当
        bankrupt insolvency creditor administration liquidate collapse 倒産 破産 民事再生 負債 経営破綻 会社更生
        rate central_bank inflation hike cut interest basis_point policy 利上げ 利下げ 金利 政策金利 物価 日銀 追加利上げ
        stock share market index investor rally slump 株価 日経平均 株式 終値 最高値 続伸 続落 反落 反発
        price dearer expensive cost fee fare hike increase raise 値上げ 値上がり 料金 運賃 価格 値下げ 高騰
        recall defect faulty airbag brake contamination recalled hazard リコール 回収 自主回収 不具合 欠陥 異物 混入
        outage offline down disrupt glitch restore service 障害 停止 復旧 通信障害 システム障害 つながらない ダウン 不通
        hack breach ransomware leak data flaw vulnerability exploit patch malware phishing 漏えい 流出 不正アクセス サイバー攻撃 脆弱性 ランサムウェア 個人情報
        launch release unveil debut announce reveal model version ship available 発売 公開 リリース 発表 提供開始 新型 登場 搭載 新製品
        rocket orbit satellite lunar moon lander launch astronaut spacecraft ロケット 打ち上げ 衛星 探査機 月面 軌道 宇宙飛行士
        outbreak virus infect case vaccine measles flu norovirus disease 感染 集団感染 ウイルス インフルエンザ ワクチン はしか 食中毒 ノロウイルス
        drug trial approve treatment cancer therapy 承認 治験 新薬 治療薬
        discover fossil species tomb dig archaeologist unearth scientist 発見 化石 新種 遺跡 発掘 古墳 出土
        die death dead funeral obituary mourn 死去 訃報 逝去
        marry wed engaged baby pregnant divorce 結婚 婚約 出産 妊娠 離婚 入籍
        win beat champion title final goal score match medal victory crown 優勝 勝利 初優勝 決勝 金メダル 連勝 逆転 下す 制す 王者 頂点 初v
        transfer sign contract join move deal fee 移籍 契約 加入 獲得
        retire career farewell 引退 現役引退
        award prize winner honor laureate 受賞 賞 ノーベル賞 大賞 受章 直木賞 芥川賞
        zoo panda bear animal whale elephant cub born 動物園 水族館 クマ パンダ 誕生 出没 目撃
        school pupil teacher classroom exam 学校 生徒 教諭 入試 給食 高校 小学校 中学校
        opening open reopen ribbon inaugurate 開業 開通 開館 オープン 開店
        close shut closure last_day 閉店 閉館 閉鎖 廃止 休刊 廃線 撤退
        film movie series season cast sequel box_office 映画 ドラマ 主演 続編 興収 公開 アニメ化 放送
        missing search disappear found 不明 行方不明 捜索 遭難 発見
        power electricity blackout grid 停電 電力 送電 再稼働 原発
        protest rally march riot demonstration 抗議 デモ 集会 暴動
        ban forbid prohibit outlaw restrict 禁止 規制 制限
        """

    /// What words tell of events and subjects.
    struct Traits: Sendable {
        /// The kinds of events, as bits.
        var kinds: UInt64 = 0
        var isOccurrence = false
        var isTopic = false
    }

    /// By the features of words.
    static let traits: FeatureTable<Traits> = {
        var table = FeatureTable<Traits>(capacity: 2000, empty: Traits())
        for (index, line) in kinds.split(separator: "\n").prefix(64).enumerated() {
            for feature in features(String(line)) { table[feature].kinds |= 1 << UInt64(index) }
        }
        for feature in features(occurrences) { table[feature].isOccurrence = true }
        for feature in features(topics) { table[feature].isTopic = true }
        return table
    }()

    /// The features of words as titles have them; `_` stands for a blank.
    private static func features(_ text: String) -> [UInt64] {
        text.split(whereSeparator: \.isWhitespace).map { form in
            let scalars = folded(form)
            return shared.word(key(scalars))?.feature ?? FeatureHash.hash(.word, scalars)
        }
    }
}
