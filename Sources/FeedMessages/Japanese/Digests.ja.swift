extension JapaneseMessages {
    /// ダイジェストの定型句
    static let digests: StaticString = """

        digest.untitled = （無題）
        digest.nothing_new = 新しい記事はありません。
        digest.failed_sources = 取得できなかったサイト
        digest.failed_count = 取得できなかったサイト {count}件
        digest.contents = 目次
        digest.also_in = ほかの掲載元
        digest.more = ほか{count}
        digest.related = 関連
        digest.related.more = ほか{count}件
        digest.attachments = 添付
        digest.full_text = 本文を読む
        digest.too_long = 本文が長いため、このページには載せていません。元の記事をご覧ください。
        digest.entries = {count}件
        digest.since = {date}以降
        digest.day = {month}/{day}({weekday}) {clock}
        digest.day.year = {year}/{month}/{day}({weekday}) {clock}
        digest.leads = 注目
        digest.other_entries = そのほか
        digest.skip = 本文へ移動
        digest.end = ここまでです。
        digest.end.day = 今日はここまでです。
        digest.next.today = 次は今日 {clock}。
        digest.next.tomorrow = 次は明日 {clock}。
        digest.next.day = 次は{date}。
        digest.previous = 前回のページ
        digest.omitted.link = 載せなかった記事の一覧
        digest.omitted.title = {title}：載せなかった記事
        digest.omitted.back = ページに戻る
        digest.omitted.nothing = 載せなかった記事はありません。
        digest.omitted.dropped = 見送り：{filter} || 見送り
        digest.omitted.held = 次回に持ち越し：{filter} || 次回に持ち越し
        digest.omitted.quarantined = 確認待ち：{filter} || 確認待ち
        digest.omitted.gone = ページに載りきらなかった記事
        digest.omitted.until = {date}まで待ちます
        digest.omitted.cut = {count}件のうち、新しい{shown}件を載せています。
        digest.bodies_left_out = ページが大きくなりすぎるため、{count}件の本文は載せていません。
        digest.reading_time = 約{minutes}分
        digest.time_to_read = 読むのに約{minutes}分
        digest.leads.by = 注目（{number}の多い順、各サイト2件まで）
        digest.leads.by_any = 注目（反応の多い順、各サイト2件まで）
        digest.date = {year}年{month}月{day}日（{weekday}）{clock}
        digest.weekdays = 日,月,火,水,木,金,土
        digest.months = 1,2,3,4,5,6,7,8,9,10,11,12
        digest.number.likes = いいね
        digest.number.stocks = ストック
        digest.number.comments = コメント
        digest.number.bookmarks = ブックマーク
        digest.number.related = 関連
        digest.tally = 新着{new}件のうち{kept}件を掲載（見送り{passed}件：{parts}）
        digest.tally.carried = 新着{new}件と持ち越し{carried}件のうち{kept}件を掲載（見送り{passed}件：{parts}）
        digest.passed.expired = 期限切れ{count}
        digest.passed.duplicate = 重複{count}
        digest.passed.filtered = 条件外{count}
        digest.passed.surplus = 上限超過{count}
        digest.passed.gone = 掲載終了{count}
        digest.passed.waiting = 条件待ち{count}
        digest.passed.later = 次回に持ち越し{count}

        """
}
