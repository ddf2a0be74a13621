extension Lexicon {
    /// What is done, a kind a line. Two headlines that tell of different kinds are seldom of one event.
    static let actions: [(Action, String)] = [
        (
            .guide,
            """
            how why review hands_on tutorial guide tips explainer explained comparison beginners editorial opinion podcast
            timeline preview lecture factbox analysis 入門 レビュー 解説 使い方 比較 社説 コラム 余録 総集編 ランキング 講座
            """
        ),
        (
            .reaction,
            """
            vow condemn criticize criticise react respond response tribute mourn backlash praise slam slammed applaud hail
            oppose defend apologize apologise blame denounce retaliation retaliate
            追悼 抗議 反発 批判 非難 歓迎 称賛 波紋 反論 擁護 謝罪 一夜明け 大義
            """
        ),
        (
            .justice,
            """
            sue appeal trial sentence sentenced convict convicted charge plead custody arrest suspect guilty verdict
            逮捕 起訴 送検 家宅捜索 控訴 上告 初公判 公判 判決 求刑 提訴 訴訟 容疑 犯行声明 供述
            """
        ),
        (
            .aftermath,
            "reopen resume rebuild restore recovery interim post-mortem autopsy aftermath 民事再生 組み合わせ 再開 復旧 再建 復興 跡地 活用案"
        ),
        (.market, "shares wall_street futures premarket 株価 日経平均 ストップ高 ストップ安 続伸 反落 続落 反発"),
        (
            .results,
            "earnings profit revenue results sales 決算 純利益 営業利益 経常利益 増収 減収 増益 減益 赤字 黒字 業績 上方修正 下方修正"
        ),
        (.launch, "launch unveil release debut introduce arrive available 発売 リリース 提供開始 新発売"),
        (.preorder, "preorder pre_order 予約 受注"),
        (.dearer, "hike expensive raises_price price_hike 値上げ"),
        (.cheaper, "discount cheaper price_cut 値下げ 無料化"),
        (.layoff, "layoff layoffs lay_off 人員削減 リストラ 希望退職"),
        (.takeover, "buy merge close complete 買収 合併 統合 出資"),
        (.death, "die dies death dead 死去 訃報"),
        (.resignation, "resign 辞任 更迭"),
        (.appointment, "appoint name_ceo elect elected elects win 就任 任命 当選"),
        (.transfer, "sign join trade 移籍 契約"),
        (.recall, "recall リコール"),
        (.walkout, "walkout strike_ends union ストライキ"),
        (.closing, "close shut closes closure quit 閉店 撤退 休刊 廃刊 廃止 売却"),
        (.match, "beat win draw defeat tie 勝利 敗戦 優勝 逆転 連勝 連敗 サヨナラ 引き分け"),
        (
            .making,
            """
            understand implement debug refactor optimize explore configure customize snippet cheatsheet
            実装 構築 環境構築 設計 計測 検証 備忘録 メモ まとめ 仕組み 手順 自作 選び方 やり方 始め方 作り方 書き方 違い 導入手順 理解 ハンズオン
            """
        ),
        (.outage, "outage offline 障害 停電 通信障害"),
    ]

    enum Action: UInt8 {
        case guide, reaction, justice, aftermath, market, results, launch, preorder, dearer, cheaper, layoff, takeover,
            death
        case resignation, appointment, transfer, recall, walkout, closing, match, outage, making

        var bit: UInt32 { 1 << UInt32(rawValue) }
    }

    /// Texts about a thing, not an event: two of them are seldom about the same.
    static let lessons = Action.guide.bit | Action.making.bit

    /// Kinds that come after an event, or are about it: a headline with one of them is seldom the news itself.
    static let secondary: [(bits: UInt32, factor: Float)] = [
        (Action.guide.bit | Action.reaction.bit, 0.34), (Action.justice.bit | Action.aftermath.bit, 0.42),
        (Action.market.bit | Action.results.bit, 0.51),
    ]
}
