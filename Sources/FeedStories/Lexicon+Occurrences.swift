extension Lexicon {
    /// Words that tell that something happened to a product. A title about a product without any of them is about the
    /// product itself: how it is used, or what somebody thinks of it.
    static let occurrences = """
        release launch unveil announce introduce reveal debut arrive ship available ga roll_out add adds gain bring get patch fixes fixed
        flaw vulnerability exploit hack breach leak attack outage down offline crash failure disrupt recover acquire buy
        merge sue lawsuit ban block fine approve reject judge rule cut raise layoff hire resign appoint end ends ending drop drops
        discontinue retire deprecate remove kill shut close charge price delay cancel recall hit hits reach reaches surpass record
        sell sale win deal partner invest fund warn halt suspend earnings revenue expand join graduate cve default stop plan plans planned test_flight
        demand accuse arrest die fire quake rename rebrand relicense fork open-source open-sources unavailable

        発表 公開 公表 リリース 発売 販売開始 提供開始 開始 提供 登場 搭載 終了 廃止 中止 延期 停止 改定 値上げ 値下げ 無料化 有料化 課金 発見
        脆弱性 修正版 悪用 攻撃 サイバー攻撃 障害 不具合 復旧 流出 買収 提携 出資 統合 合意 決定 判明 逮捕 提訴 判決 禁止 規制 突破 達成
        売却 撤退 設立 参入 解禁 予約 決算 増益 減益 首位 優勝 受賞 刷新 発効 始動 開設 反発 批判 警告 死去 火災 新型 正式版 正式公開
        打ち上げ 事故 発火 リコール 起訴 開催 開幕 導入へ 上場 赤字 黒字 訴え 謝罪 一般提供 生産 出荷 販売 投資 到達 利用可能 募集 対応開始
        """

    /// What texts are about that tell how something is done.
    static let topics = """
        programming api framework coroutine async asynchronous monorepo microservice frontend backend devops compiler refactoring
        llm laptop prompt prompts hook hooks kubernetes homelab dotfiles
        プログラミング フレームワーク フロントエンド バックエンド プロンプト
        """
}
