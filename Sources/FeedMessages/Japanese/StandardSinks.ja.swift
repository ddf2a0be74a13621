extension JapaneseMessages {
    /// 標準の配信先と出力形式
    static let standardSinks: StaticString = """

        summary.sink.file = ダイジェストをファイルに書く（アトミックな置き換え、または追記）
        summary.sink.webhook = 記事またはダイジェストをURLにPOSTする（Standard Webhooksの署名付き）
        summary.sink.slack = Incoming WebhookでSlackのチャンネルにダイジェストを投稿する
        summary.sink.discord = WebhookでDiscordのチャンネルにダイジェストを投稿する
        summary.sink.stdout = ダイジェストを標準出力に書く
        summary.format.markdown = CommonMark（見出しとプレーンテキストの抜粋、続いてリンクの一覧）
        summary.format.html = ブラウザー向けのページ（1ファイル、スクリプトなし、ライトとダーク）
        option.html.bodies = 折りたたんで載せる本文。autoは抜粋より明らかに詳しく、ページが100件あたり150KBに収まる場合、fullはすべて、noneはなし
        option.page.excerpt = 抜粋の長さ（桁。日本語の文字は2桁）。0なら抜粋なし
        option.page.lead = ページの先頭に置く記事の数。数値が大きい順で、1つのソースから2件まで。省略時は、パイプラインが数値順なら4、そうでなければなし
        option.page.brief_after = 見出しごとに抜粋付きで載せる件数。残りは1行ずつ。省略時は4、見出しがなければ12、全体が12件以下ならすべて
        option.html.pictures = 画像。autoは先頭の記事、抜粋付きの記事、本文の画像（タイトルを描いただけの画像は除く）、allはすべて、noneはなし（ページを開いてもほかのサイトにアクセスしない）
        option.html.density = 文字の大きさと余白。compactは小さく詰めて、抜粋付きの件数を半分にし、ほかの記事を3段に並べる
        option.html.css = ページのスタイルに追加するCSSのファイル（相対パスは設定ファイルのディレクトリが基準、64 KiBまで）。`@import` と、`data:image/` 以外のアドレスは使えない
        style.not_text = {file}: UTF-8のテキストではありません
        style.end_tag = {file} の{line}行目: `</style` があると、ページのスタイルがそこで終わってしまいます
        style.import = {file} の{line}行目: `@import` は使えません（ページは1つのファイルです）
        style.address = {file} の{line}行目: アドレスは `data:image/` で始まるものだけ使えます（スタイルのためにほかのサイトへアクセスしません）
        style.function = {file} の{line}行目: `{name}()` は、何かを読み込んだり実行したりするため使えません
        style.unfinished = {file} の{line}行目: コメント、文字列、括弧のどれかが閉じていないか、余分に閉じています
        option.markdown.front_matter = ノートアプリ向けのYAMLフロントマター（タイトル、日時、タグ、ソース、件数）を先頭に置く
        option.markdown.checkboxes = 記事をチェックボックスにする（`- [ ] タイトル`）
        markdown.no_appending = {path}: `front_matter` はファイルの先頭に置くものなので、`mode: append` では使えません
        markdown.no_appending.cure = `front_matter` を外すか、`mode: merge` か `replace` にしてください
        summary.format.text = 端末とメール向けのプレーンテキスト（78桁）
        summary.format.json = 1つのJSONオブジェクト（ダイジェストと記事）
        summary.format.jsonl = JSON Lines（1行に1記事のオブジェクト）
        summary.format.atom = パイプラインのAtomフィード（各記事のタイトル、リンク、抜粋）
        summary.format.jsonfeed = パイプラインのJSON Feed（各記事のタイトル、リンク、抜粋）
        option.feed_format.feed_url = フィードを公開するアドレス（フィード自身へのリンクになる）
        option.feed_format.bodies = excerpt: 各記事の抜粋（200文字まで）、full: 本文全体と添付ファイル
        feed_format.bad_address = {path}.feed_url: ウェブのアドレスではありません
        feed_format.bad_address.cure = https:// から始まる完全なアドレスを書いてください
        option.file_sink.path = 書き込み先（相対パスは設定ファイルのディレクトリが基準）。{{week}} と併用した {{year}} \
        は、その週が属する年
        option.file_sink.each = digest: ファイルの中身はダイジェスト、entry: 記事ごとに1ファイル（一度だけ書き、以後は変えない）。\
        entryではパスに {{title}} と {{source}} を使え、日付は記事のものになる
        option.file_sink.mode = merge: 同じパスへの配信をまとめたページ、replace: 最後の配信だけのページ、\
        append: 配信のたびに記事を追記
        option.file_sink.when_empty = 記事のないダイジェストも書くかどうか
        option.file_sink.max_entries = ページに載せる記事数の上限。先に配信した記事から順に除く
        option.file_sink.keep = 日付を含むパスのファイルを、最後の配信からこの期間が過ぎたら削除する（書き換えられたものは残す）
        option.file_sink.omitted = 載せなかった記事と、それを決めたフィルターの一覧を、ページの隣（`NAME-omitted.html`）に\
        書くかどうか。`html` のみ（`mode: append` を除く）
        file.no_omitted_page = {path}: `omitted` を使うには、`html` のページ（`mode: merge` か `replace`）が必要です
        file.no_omitted_page.cure = `omitted` を外すか、`format` か `mode` を変えてください
        file.keep_undated = {path}: `keep` を使うには、パスに日付が必要です
        file.keep_undated.cure = パスに {{date}} や {{month}} を入れるか、`keep` を外してください
        type.path_template = パス。{placeholders} を使える
        type.file_path = パス
        file.no_appending = {path}: `{format}` はファイルに追記できません
        file.no_appending.cure = `text`、`markdown`、`jsonl` のいずれかにするか、`mode: merge` にしてください
        file.placeholder_of_entry = {path}: `{{{name}}}` は記事ごとのファイルでだけ使えます
        file.placeholder_of_entry.cure = `each: entry` を書くか、プレースホルダーを外してください
        file.not_of_entries = {path}: `{option}` はダイジェストのファイルの設定です。`each: entry` のファイルは一度しか書きません
        file.not_of_entries.cure = これを外すか、`each: entry` を外してください
        file.unknown_placeholder = {path}: `{{{name}}}` というプレースホルダーはありません
        file.date_conversions = {path}: パスの % はそのままの文字になります
        file.date_conversions.cure = 日付なら `{meant}` と書いてください
        file.control_characters = {path}: パスに制御文字は使えません
        file.control_characters.cure = 1行で書いてください
        file.long_path = {path}: パスは{most}バイトまでです
        file.long_path.cure = 短いパスにしてください
        file.folder_given = {path}: ファイルではなくディレクトリのパスです
        file.folder_given.cure = ファイル名を足してください
        file.no_tilde = {path}: `~` はここでは展開されません
        file.no_tilde.cure = 代わりに `${HOME}` と書いてください
        file.many_originals = {name}.orig.* が{count}個あります
        option.webhook.url = POST先のURL
        option.webhook.secret = メッセージの署名に使う秘密情報。受信側と同じもの。切り替え中は2つ
        option.webhook.signature = 署名の方式。省略時は秘密情報があれば `standard`、なければ `none`
        option.webhook.headers = 追加のヘッダー
        option.webhook.body = メッセージの単位。記事ごとか、ダイジェストごとか
        option.webhook.fields = 記事のJSONオブジェクトに入れる項目（`body: entry` で出力形式が `json` のとき）。省略時は抜粋以外のすべて
        option.webhook.batch = 1メッセージに載せる記事数の上限（`body: entry` のとき）
        webhook.secret_missing = {path}: `signature: {signature}` には `secret` が必要です
        webhook.one_secret = {path}.secret: `signature: github` で使える秘密情報は1つです
        webhook.one_secret.cure = 新しい方だけを残すか、複数使える `signature: standard` にしてください
        webhook.whole_digest = {path}.batch: `body: digest` のメッセージにはダイジェスト全体が載ります
        webhook.whole_digest.cure = どちらかを消してください
        webhook.no_fields = {path}.fields: 項目を選べるのは、`body: entry` で出力形式が `json` のときだけです
        webhook.no_fields.cure = `fields` か、もう一方のオプションを消してください
        option.slack.url = Incoming WebhookのURL。秘密情報（`{ env: NAME }`）
        option.discord.url = WebhookのURL。秘密情報（`{ env: NAME }`）

        """
}
