extension JapaneseMessages {
    /// 標準フィルタと条件
    static let filters: StaticString = """

        summary.filter.deduplicate = ほかのソースと同じ記事を除き、残した記事に掲載元を併記する
        summary.filter.hold_until = 条件を満たすか期限が来るまで記事を保留する
        summary.filter.keep = 条件を満たす記事だけを通し、ほかを除く
        summary.filter.drop = 条件を満たす記事を除く
        summary.filter.newer_than = 初めて取得した時点で、公開から指定の期間を過ぎていた記事を除く
        summary.filter.sort = 記事を日付、タイトルまたは数値で並べ替える
        summary.filter.stories = 同じ出来事を伝える記事をまとめ、ほかのサイトの記事を1行に並べる
        summary.filter.strip_tracking = URLから `utm_*` や `fbclid` などの追跡用の部分を取り除く
        summary.filter.take = 先頭から指定件数を載せる（`sort` がなければ新しい順）。残りは次回の候補になる
        option.deduplicate.by = 重複とみなす項目。どれか1つが同じなら重複。`article` はアドレスを表記の違いによらず比べ、タイトルを媒体と日時とともに比べる。`url` と `title` は同じソースの記事どうしも比べる
        option.deduplicate.window = 通した記事を比較の対象として残す期間
        option.hold_until.at_most = 保留する期間。最初の配信から数え、省略時は無期限
        option.hold_until.then = 期限が来た記事の扱い
        option.hold_until.condition = 待つ条件
        option.condition = 項目と検査。検査は `contains`、`word`、`equals`、`matches`、`starts_with`、`exists`。`any`、`all`、\
        `not` で組み合わせる
        option.newer_than = 公開から初めて取得するまでの期間の上限。このマシンが止まっていた日や、取得元に接続できなかった日は数えない
        option.sort.by = `published`、`first_seen`、`title`、`likes` などの数値、または `buzz`（話題順: 反応とサイトの数を古さで割り引いたもの）
        option.sort.order = 昇順（小さいものが先）か、降順（大きいものが先）か
        option.sort.half_life = 話題の大きさが半分になる期間。記事の日付から数える。`by: buzz` のときだけ使う
        option.sort.weights = 数値の重み（0〜1）。例: `{ views: 0.3 }`。既定は `bookmarks`、`likes`、`points` が1、`stocks` が0.8、`comments` が0.5、ほかは0。`by: buzz` のときだけ使う
        option.stories.within = 1つの出来事を追う期間。この期間に配信した記事と比べる
        option.stories.match = タイトルがどれだけ似ていればまとめるか。`strict` は誤りが最も少なく、`loose` は最も多くまとめる
        option.stories.after_delivery = 配信済みの話題に後から届いた記事の扱い。`brief` はページの末尾に1行、`drop` は載せない、`show` は注記を付けて載せる
        option.take = 1回の配信に載せる件数
        option.take.entries = 1回の配信に載せる件数。`schedule` のないパイプラインではcronの実行ごとが1回の配信。\
        `take: 50` はこの省略形
        option.take.per_source = 1回の配信に載せる取得元ごとの件数
        option.take.per_day = 1日に載せる件数（`settings.timezone` の日付）。配信の回数によらない。`schedule` \
        のないパイプライン向け
        option.take.rest = 残りの扱い。配信のたびに再び候補にするか、すぐに捨てるか。`later` は `wait` の古い書き方
        option.take.at_most = 残りを候補として残す期間。最初に見送られたときから数え、少なくとももう一度は候補になる。\
        過ぎると捨てる
        type.condition = 条件
        type.condition_map = 条件（項目と検査、`any:`、`all:`、`not:` のマップ）
        type.date_test = `">2026-11-01"` のような日付
        type.number_test = `">=50"` のような数値か、`"top 5%"`（`"上位5%"`）
        type.buzz_test = `"top 10%"`（`"上位10%"`）か、`">=0.7"` のような0〜1の数
        filter.unknown_property = {path}.by: `{name}` という項目はありません
        filter.weight_range = {path}.weights: `{name}` は0〜1で指定してください
        filter.only_by_buzz = {path}.{key}: `by: buzz` のときだけ使います
        filter.may_wait_for_ever = {path}: この数値のない記事は、いつまでも保留される可能性があります
        filter.may_wait_for_ever.cure = `at_most: 2d` のように `at_most` を加えてください
        filter.limit_missing = {path}: `entries`、`per_source`、`per_day` のいずれかを指定してください
        filter.nothing_competes = {path}.at_most: `rest: drop` では残りが再び候補になりません
        filter.nothing_competes.cure = `at_most` を消すか、`rest: wait` にしてください
        filter.no_condition = {path}: 条件がありません
        filter.condition_example = 例: `{ title: Swift }`
        filter.test_expected = {path}: 検査を指定してください（値がありません）
        filter.no_test = {path}: 検査がありません
        filter.test_example = 例: `{ contains: Swift }`
        filter.unknown_test = {path}: ここに `{name}` という検査はありません
        filter.case_exact = {path}: `case` に指定できるのは `exact` だけです
        filter.fold_kana = {path}: `fold` に指定できるのは `kana` だけです
        filter.empty_word = {path}: 語が空です
        filter.empty_word_cure = 空でないことの検査は `{ exists: true }` と書きます
        filter.long_word = {path}: 語の長さは{limit}バイトまでです
        filter.many_words = {path}: 1つの検査に書ける語は{limit}個までです
        filter.pattern_not_folded = {path}: 変換後のパターンが長すぎるか、文字クラスの中に \\Q があるため、書かれたまま照合します
        filter.class_member = {path}: 文字クラスの中の `{member}` は1文字に変換されないため、一致することがありません
        filter.class_member_cure = クラスの外に書いてください: `(?:[…]|{member})`
        filter.bad_pattern = {path}: パターンの{column}文字目に誤りがあります: {reason}
        filter.no_source = {path}: `{name}` という取得元はありません
        filter.unexpected = {path}: {expected}を指定してください（実際は"{found}"）
        filter.unknown_field = {path}: `{name}` という項目はありません
        filter.fields = 使える項目は {names} と、`likes: ">=10"` のような数値です
        verdict.same_as_delivered = {source} の配信済みの記事と{kind}が同じ
        verdict.same_as = {source} の記事と{kind}が同じ
        verdict.not_yet_compared = {source} の同じ記事が見送られたため、次回に判定
        verdict.same.article_address = アドレス
        verdict.same.article_id = ID
        verdict.same.article_title = タイトル・サイト・日時
        verdict.same.url = URL
        verdict.same.title = タイトル
        verdict.too_old = 初めて取得した時点で、公開から{age}を超えていた
        verdict.beyond = 掲載数の上限{limit}件を超過
        verdict.beyond_of_day = 1日の上限{limit}件を超過
        verdict.beyond_of_source = 取得元ごとの上限{limit}件を超過
        verdict.passed_over = {span}の間、掲載されなかった（{reason}）
        verdict.story.joined = 「{headline}」と同じ話題（類似度{score}、基準{threshold}、共通: {shared}）
        verdict.story.told_before = 配信済みの話題「{headline}」（類似度{score}、基準{threshold}、共通: {shared}）
        verdict.story.told = 配信済みの話題
        verdict.waits_for = `{condition}` になるのを待っている
        verdict.waited_for = {span}待ったが、`{condition}` にならなかった
        verdict.not = 条件に合わない（{condition}）
        verdict.kept_for = {reasons}

        """
}
