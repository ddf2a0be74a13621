extension JapaneseMessages {
    /// ページ上のリスト
    static let htmlLists: StaticString = """

        summary.source.html = 一覧のあるページをCSSセレクタやXPathで読む（スクリプトは実行しない）
        summary.parser.html = 一覧のあるページ（取得元のセレクタで読む）
        html.attribute_as_entry = {path}.entries: 属性は記事になりません
        html.attribute_as_entry.cure = `@{attribute}` を消してください
        html.absolute_path = {path}: `{selector}` は記事の中ではなくページ全体を探します
        html.absolute_path.cure = 記事の中を探すには `.//` と書いてください
        option.html.entries = 記事を囲む要素（CSSまたはXPath）
        option.html.link = 記事のページのURL。省略時はテキストが最も長いリンク、または記事を囲むリンク
        option.html.title = 記事のタイトル。省略時は最初の見出し、なければリンクのテキスト
        option.html.published = 公開日時。省略時は `time`、なければ記事のテキストにある日付
        option.html.published_zone = 時差の記載がない日時のタイムゾーン。省略時は `settings.timezone`
        option.html.image = 画像（`img` またはそのURL）
        option.html.enclosures = 添付ファイルのURL
        option.html.id = リンクが変わる場合に記事を見分けるもの
        option.html.link_pattern = 記事のリンクに一致する正規表現。一致しないものは記事とみなさない
        option.html.remove = 読む前にページから取り除くもの
        option.html.min_entries = これより少なければページの構成が変わったとみなす
        option.html.extras = 出力形式で使うテキスト（名前: 場所）
        type.pattern = 正規表現（PCRE2）
        html.bad_pattern = {path}: パターンの{column}文字目に誤りがあります: {reason}
        html.json_instead = JSON（`type: json` で読めます）
        html.feed_instead = フィード（`type: feed` で読めます）
        html.no_entries_option = 記事を囲む要素が指定されていません。`kawaraban try --as html` で候補を確認できます
        html.few_entries = `{selector}` に一致した記事は{count}件で、`min_entries` の{least}件に足りません
        html.nothing_but_near = `{selector}` に一致する要素がありません。`{near}` なら{count}個あります
        html.nothing_found = 「{title}」に `{selector}` と一致する要素がありません || `{selector}` \
        に一致する要素がありません
        html.few_links = {elements}個の要素のリンクのうち、`link_pattern`（`{pattern}`）に一致するのは{count}個です
        html.names_feed = ページにフィードへのリンクがあります: {address}
        html.wordpress = WordPressのサイトです。{address} から取得できます
        html.list = {selector}: {count}件
        html.list_with = {selector}: {count}件: {found}
        html.dates = 日付
        html.embedded_list = {selector} 内のJSON: {list}

        """
}
