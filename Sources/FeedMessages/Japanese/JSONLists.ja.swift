extension JapaneseMessages {
    /// JSONのリスト
    static let jsonLists: StaticString = """

        summary.source.json = URLで指定したJSONのリストをパスで読む（複数ページ、フォーム、GraphQLのAPIにも対応）
        json.no_identity = {path}: 記事を見分ける `id` も `link` もありません
        summary.parser.json = リストを含むJSON（取得元のパスで読む）
        option.json.embedded = JSONが埋め込まれたHTMLページの場合に、JSONを含む要素（CSSまたはXPath）
        option.json.entries = 文書の中のリストのパス。`$` は文書そのもの
        option.json.id = 記事を見分けるもの。`link` がなければ必須
        option.json.title = 記事のタイトル
        option.json.title_type = タイトルの形式
        option.json.link = 記事のページのURL。相対でもよい
        option.json.published = 公開日時。日付、または1970年からの秒かミリ秒
        option.json.published_zone = 時差の記載がない日時のタイムゾーン。省略時はUTC
        option.json.summary_type = 要約の形式
        option.json.content_type = 本文の形式
        option.json.image = 画像のURL
        option.json.enclosures = 添付ファイル
        option.json.extras = 出力形式で使うテキスト、数値、真偽値（名前: 場所）
        json.no_identity.cure = `id: id` のように、パスを指定した `id:` を追加してください
        type.enclosures = `image` と同じURL、または { list: PATH, url, type, size, title }
        option.json.enclosures.list = 記事の中のファイルのパス
        option.json.enclosures.url = ファイルのURL
        option.json.enclosures.type = メディアタイプ
        option.json.enclosures.size = バイト数
        option.json.enclosures.title = タイトル
        json.nothing_found = `{selector}` に一致する要素がこのページにありません
        json.unreadable_element = `{selector}` の中身がJSONではありません（{offset}バイト目: {reason}）

        """
}
