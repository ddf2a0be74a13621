extension JapaneseMessages {
    /// `kawaraban import` と `kawaraban export`：ほかのソフトの一覧
    static let imports: StaticString = """

        help.import = ほかのソフトの一覧から設定ファイルを作成
        help.import.output = 設定ファイルを標準出力ではなくこの新しいファイルに書く。既存のファイルは置き換えない
        help.import_opml = OPMLのフィード一覧から設定ファイルを作成
        help.import_opml.discussion = フィードは取得元に、フォルダはパイプラインになります。壊れた一覧も読めるところまで読み、直した点と取り込まなかったものを標準エラー出力に表示します。フィードがなければ1、出力先が既にあれば73で終了します。
        help.import_opml.file = フィード一覧のファイル
        help.import_rss2email = rss2emailのフィードと、送信済みの記録を取り込む
        help.import_rss2email.discussion = rss2emailが送信した記事は配信せず、それ以外を初回の実行で新着として配信します。記録は新しい設定ファイルのそばの状態データベースに残すため、--output か --state が必要です。設定ファイルに移せない項目は標準エラー出力に表示します。
        help.import_rss2email.file = rss2emailの設定ファイル。通常は ~/.config/rss2email.cfg
        help.import_rss2email.seen = 送信済みの記録。省略時は設定ファイルのそば、または ~/.local/share の rss2email.json
        help.import_newsboat = newsboatのフィードと、取得済みの記録を取り込む
        help.import_newsboat.discussion = newsboatが取得した記事は配信せず、それ以外を初回の実行で新着として配信します。記録は新しい設定ファイルのそばの状態データベースに残すため、--output か --state が必要です。フィードの最初のタグがパイプラインになります。フィードでない行は標準エラー出力に表示します。
        help.import_newsboat.file = newsboatのフィード一覧。通常は ~/.newsboat/urls
        help.import_newsboat.seen = 取得済みの記録。省略時は一覧のそば、または ~/.local/share/newsboat の cache.db
        help.import_newsboat.unread = newsboatで未読の記事を新着とする
        help.export = 設定ファイルのフィードをほかのソフトに渡す
        help.export.output = 一覧を標準出力ではなくこの新しいファイルに書く。既存のファイルは置き換えない
        help.export_opml = 設定ファイルのフィードをOPMLで出力
        help.export_opml.discussion = パイプラインはフォルダになります。フィードでない取得元と、秘密や変数を含むURLは除き、標準エラー出力に名前を表示します。
        import.line = kawaraban: {command}: {text}
        import.file_exists = {file} は既にあり、置き換えません。別のファイルを指定してください
        import.not_read = {what}。元のソフトが書いたファイルを指定してください
        import.empty = {file} は空です。元のソフトで一覧を書き出し直してください
        import.no_outline = {file} は最初のフィードの前で切れています。元のソフトで一覧を書き出し直してください
        import.no_opml = {file} はOPMLではありません（{found}）。フィードリーダーが書き出した一覧を指定してください
        import.no_feed = {file} にはURLのあるフィードがありません。別の一覧を指定してください
        import.contents = フィード{feeds}件、フォルダ{folders}件からパイプライン{pipelines}件を作成（重複{duplicates}件は除外） || フィード{feeds}件、フォルダ{folders}件からパイプライン{pipelines}件を作成
        import.mended = 修復: {repairs}
        import.cut = {file} は途中で切れています。そこまでを取り込みます
        import.password = 取得元「{source}」にはパスワードが必要ですが、書き写しません。環境変数 {variable} か `settings.env_file` に設定してください
        import.secret = 取得元「{source}」: URLの「{item}」の値は書き写しません。環境変数 {variable} か `settings.env_file` に設定してください
        import.left_out = 取り込まないもの: {what}: {why}
        import.more_left_out = 取り込まないもの: ほかに{count}件。設定ファイルにすべて記載しています
        import.written = {config} を作成しました。`kawaraban check -c {config}` で検査し、`kawaraban run -c {config}` で配信します
        import.no_rss2email = {file} にはフィードの節（[feed.名前]）がありません。rss2email 3の rss2email.cfg を指定してください
        import.no_rss2email_state = {file} はrss2email 3の記録ではありません。`r2e` を止めて rss2email.json を指定してください
        import.no_newsboat = {file} はバイナリです。newsboatのフィード一覧（通常は ~/.newsboat/urls）を指定してください
        import.cache_locked = {file} は使用中です。newsboatを終了してからやり直してください
        import.cache_foreign = {file} はnewsboat 2のキャッシュではありません。cache.db を指定してください
        import.cache_unreadable = {file} を読めません。newsboatを一度起動して終了してからやり直してください
        import.seen = フィード{feeds}件の{entries}件の記事は見たものとして配信しません。それ以外は新着です
        import.seen_needs_output = {entries}件の記事を見た記録があります。--output FILE がなければ、ここでは新着になります
        import.nothing_seen = {file} がないため、見た記録はありません。別のファイルは --seen FILE で指定できます
        import.unread_seen = 未読の{entries}件も配信しません。--unread を付けると配信します
        import.unread_new = 未読の{entries}件は、フィードに残っていれば新着です
        import.why.mail = メールの宛先です。`type: command` の配信先かcronのメールを使ってください
        import.why.digest = パイプラインの配信は、もともと1件のダイジェストです
        import.why.option = 相当する機能がありません
        import.why.no_address = URLがありません
        import.why.exec = プログラムです。`type: command` の取得元で実行できます
        import.why.filter = フィードを加工するプログラムです。フィードを取得元にし、`type: command` のフィルタを使ってください
        import.why.query = 全フィードの検索です。全取得元のパイプラインにフィルタ `keep` を使ってください
        import.why.file = ファイルです。`type: file` の取得元で読めます
        import.why.not_http = ウェブのURLではありません
        import.why.include = 別の一覧です。個別に取り込んでください
        import.comment.origin = `kawaraban import {origin}` が {file} から作成
        import.comment.next = `kawaraban check -c {config}` で検査、`kawaraban run -c {config}` で配信。取得元とパイプラインの名前は変更可
        import.comment.left_out = 取り込まなかったもの:
        import.comment.schedule = 1日1回配信。なければ実行のたびに配信
        import.comment.env_file = 下の環境変数を書くファイル（モード600）。NAME=VALUE の形式
        export.left_out = 取得元「{source}」（{type}）は除きました。フィードでないか、URLが秘密です

        """
}
