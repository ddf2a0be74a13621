extension JapaneseMessages {
    /// 標準の取得元（リスト以外）
    static let standardSources: StaticString = """

        summary.source.qiita = qiita.comの記事（検索、タグ、ユーザー、または1記事）
        summary.parser.qiita = Qiita APIのJSON（記事の一覧または1記事）
        option.qiita.query = Qiitaの検索欄と同じ検索語（例: `tag:Swift stocks:>10`）
        option.qiita.tag = タグ（例: Swift、C#）
        option.qiita.user = ユーザーのid
        option.qiita.item = 記事のid（16進数20桁）またはURL
        option.qiita.token = `read_qiita` のアクセストークン。1時間のリクエスト数が60から1,000に増える
        option.qiita.pages = 読むページ数の上限（1ページ100記事）。省略時は初回またはトークンなしで1、ほかは5
        qiita.token_and_auth = {path}: `token` と `auth` は同時に指定できません
        qiita.token_and_auth.cure = `auth` を消してください
        qiita.no_article = {path}.item: `{item}` は記事のidでもURLでもありません
        qiita.no_article.cure = 記事のURLの末尾にある16進数20桁を指定してください
        qiita.no_articles = 記事のないJSONの配列
        summary.source.google_news = Google ニュースの見出し（トップニュース、トピック、場所、または検索）
        summary.parser.google_news = Google ニュースのRSSとAtom（見出しと発行元を分けて読む）
        google_news.terms = Googleのフィードには、フィードリーダーでの個人的かつ非商用の利用に限ると記されています
        option.google_news.topic = トップページのセクション。何も指定しなければトップニュース
        option.google_news.search = 検索語。`when:7d`、`site:`、`intitle:`、`OR`、`-word` を使える
        option.google_news.geo = ニュースを読む地域（例: Tokyo、札幌）
        option.google_news.url = news.google.comのURL。古い形式は現在の形式に直す
        option.google_news.edition = 国と言語。省略時は `settings.locale` により {editions} のいずれか
        type.edition = 国と言語（例: JP:ja、US:en）
        google_news.other_site = {path}.url: news.google.comのフィードではありません
        google_news.other_site.cure = ほかのサイトのフィードには `type: feed` を使ってください
        google_news.topic.top = トップニュース
        google_news.topic.world = 世界
        google_news.topic.nation = 国内
        google_news.topic.japan = 日本
        google_news.topic.business = ビジネス
        google_news.topic.technology = テクノロジー
        google_news.topic.entertainment = エンタメ
        google_news.topic.sports = スポーツ
        google_news.topic.science = 科学
        google_news.topic.health = 健康
        summary.source.zenn = zenn.devの記事（トレンド、トピック、またはユーザー）
        option.zenn.topic = URLに現れるトピック名（例: swift、機械学習）
        option.zenn.user = URLに現れるユーザー名
        option.zenn.all = 最新だけでなく、ユーザーの全記事を読むかどうか
        zenn.all_without_user = {path}.all: `user` を指定したときだけ使えます
        zenn.all_without_user.cure = `user:` を追加してください
        summary.source.hatena = b.hatena.ne.jpでブックマークされたページ（カテゴリーまたは検索）
        summary.parser.hatena = はてなブックマークのRSS（ユーザー数の少ないページを除く）
        option.hatena.category = 人気エントリーのカテゴリー
        option.hatena.search = 検索語。結果は新しい順
        option.hatena.min_users = ブックマークしたユーザー数の下限
        summary.filter.bookmarks = すべての取得元の記事に、サービスに問い合わせたブックマーク数（`bookmarks`）を付ける
        option.bookmarks.from = 問い合わせるサービス。公開ページのURLを、1回に50件まで送る
        option.bookmarks.max_age = 回答を使い続ける期間。公開から3日を過ぎた記事ではその4倍、14日を過ぎた記事では28倍
        option.bookmarks.per_run = 1回の実行で問い合わせるURLの上限。新しい記事から順に問い合わせ、残りは次回以降
        summary.source.feed = URLで指定したフィード（RSS、Atom、RDF、JSON Feed）
        summary.parser.feed = RSS、Atom、RDF、JSON Feedを中身で見分けて読む
        option.feed.url = フィードのURL。秘密情報でもよい
        summary.source.file = パスやパターンで指すファイル、または標準入力の文書
        option.file_source.path = ファイル（相対パスは設定ファイルが基準）。`*`、`?`、`[a-z]`、`**` はパターン、`-` \
        は標準入力
        file.empty_path = {path}.path: パスが空です
        file.is_folder = ディレクトリ
        file.is_pipe = 名前付きパイプ
        file.is_socket = ソケット
        file.is_device = デバイス
        file.is_state = この実行の状態データベース
        qiita.token_characters = 使えるのは `A-Z a-z 0-9 . _ -` だけで、512文字までです

        """
}
