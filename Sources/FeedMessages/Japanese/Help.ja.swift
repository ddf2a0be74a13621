extension JapaneseMessages {
    /// `--help` とコマンドラインの誤り
    static let help: StaticString = """

        help.common.config = 設定ファイル
        help.common.state = 状態データベース（settings.stateより優先）
        help.common.log_level = 標準エラー出力に出す開発者向けログのレベル。省略時は出力しない
        help.common.log_format = 標準エラー出力の形式
        help.common.quiet = 端末でも進捗と結果の表を出さない。対応が必要な事柄は通知する
        help.common.color = 色付け
        help.root = 設定ファイルに従ってフィードを集め、ダイジェストを配信します。
        help.root.discussion = 取得元、パイプライン、配信先をconfig.yamlに書き、crontabに1行を加えて使います。
            */15 * * * *  kawaraban run -c /path/to/config.yaml
        help.state = 状態データベースの検査、整理、修復、再試行、破棄、再配信、保存、読み込み
        help.check = 設定ファイル全体を読み、誤りをすべて行番号付きで表示
        help.check.discussion = エラーがあれば78、警告だけなら0で終了します。
        help.check.online = 設定ファイルの検査に加え、認証情報を使って各取得元から1回ずつ取得する。配信はしない。1つでも失敗すれば1で終了
        help.check.json = 誤りをJSONで出力
        help.collect = 取得時刻になった取得元をすべて取得。配信はしない
        help.digest = ある期間の記事から、読むべきものを選んで1ページにまとめる（留守にしていたとき用）
        help.digest.discussion = パイプラインが採用した記事（配信済みも配信前も）と、`take` で見送られただけの記事から選びます。取得も配信もせず、配信済みの記録も変えません。実行中でも使えます。パイプラインを省略するとすべてを対象とし、同じ記事は1回だけ載せます。
        help.digest.examples =   kawaraban digest --since 14d --take 30 --output away.html
            kawaraban digest morning --since 2026-11-10 --by likes | less
        help.digest.pipelines = 対象のパイプライン。省略するとすべて
        help.digest.since = この日時以降の記事（14d、2026-11-10、2026-11-10T07:00:00+09:00など）
        help.digest.take = 載せる件数の上限（1〜1000）
        help.digest.by = 先に載せるもの。buzz（同じ取得元の中で読者の反応が多い順、その後は新しい順）、date（新しい順）、またはlikesなどの数値の大きい順
        help.digest.format = ページの形式。省略時は --output の拡張子で決まり、なければtext
        help.digest.output = 書き出すファイル。このコマンドのHTMLページだけは置き換え、ほかのファイルは上書きしない。省略時は標準出力
        help.doctor = 実行の妨げになるものを検査（権限、時計、ディスク、cron、取得元、配信先）
        help.doctor.discussion = 検査項目ごとに1行で、正常、参考、異常のいずれかと対処を表示します。取得や変更、ロックはしません。異常が1つでもあれば1で終了します。cronで実行するユーザーで実行してください。
        help.doctor.json = 1行1オブジェクトのJSONで出力（grade、subject、code、message、cure）
        help.fetch.now = 取得間隔に達していない取得元も取得。サーバーが指定した待ち時間は守る
        help.fetch.report = 実行結果をJSONで書き出すファイル
        help.fetch.metrics = 実行結果をメトリクスとして書き出すファイル（Prometheusのnode_exporterのtextfileコレクタ用）
        help.fetch.strict = 取得元が1つでも失敗すれば、既知の失敗でも1で終了
        help.fetch.record = HTTPのやり取りをすべてテキストファイルに保存（秘密情報は伏せる）。空のディレクトリを指定
        help.fetch.replay = ネットワークの代わりに、--record で保存したディレクトリから応答。専用の --state が必要
        help.fetch.worker = 状態を共有するワーカーの名前。省略するとホスト名
        help.list = 保存した記事を新しい順に表示
        help.list.discussion = 1行に1件、キー（`show` と `why` に指定できます）、日付、取得元、状況、タイトルを表示します。--source、--pipeline、--sink、--since、--search を併用すると、すべてに当てはまる記事に絞り込みます。
        help.list.examples =   kawaraban list --since 2d --search swift
            kawaraban list --source zenn --source qiita --json | jq -r .url
        help.list.source = この取得元の記事（複数回指定可）
        help.list.since = この日時以降の記事（2d、12h、2026-11-20、2026-11-20T07:00:00+09:00など）
        help.list.search = タイトル、本文、URL、著者、タグのいずれかにこの語句を含む記事。大文字と小文字、全角と半角、新旧の字体、語末の長音は区別しない
        help.list.sink = この配信先で配信待ち、配信済み、打ち切りになっている記事
        help.list.pipeline = このパイプラインの記事
        help.list.limit = 最大件数
        help.list.json = 1行1オブジェクトのJSONで出力。配信先に書き出す形式に `first_seen`、`last_seen`、`pipelines` を加える
        help.parse = フィードの文書を1つ読み、内容を表示
        help.parse.discussion = RSS、RDF、Atom、CDF、JSON Feedは内容から判別します。サイト独自の形式は --as で指定します。フィードでなければ理由を表示し、1で終了します。
        help.parse.examples =   kawaraban parse feed.xml --format text
            kawaraban parse https://blog.example/feed.xml
            curl -s https://qiita.com/api/v2/items | kawaraban parse - --as qiita
        help.parse.document = 文書（-は標準入力）
        help.parse.format = 出力形式（jsonfeed、jsonl、text）
        help.parse.parser = パーサ、またはそのパーサを使う取得元の種類（qiita、google_news、zenn、hatenaなど）
        help.parse.base_url = 文書の取得元のURL。相対URLの解決に使う
        help.parse.content_type = サーバーが返したとみなすContent-Type
        help.parse.batch = 標準入力から1行1件のジョブ{"file", "base_url", "content_type"}を読み、それぞれに{"feed"}または{"error"}を1行で返す
        help.plugins = 組み込みのプラグインを一覧表示。種類を指定すると説明を表示
        help.schema = 設定ファイルのJSON Schemaを出力（エディタ用）
        help.schema.discussion = `check` と同じ宣言から、このプログラムのすべてのプラグインについて作ります（JSON Schema 2020-12）。このコマンドの出力をFILEに保存し、設定ファイルの1行目に `# yaml-language-server: $schema=FILE` と書くと、yaml-language-serverを使うエディタで補完と検査ができます。スキーマで表せないことは `check` が調べます
        help.plugins.type = qiitaなどの種類。全オプションの型、既定値、範囲、説明を表示
        help.plugins.json = JSONで出力
        help.plugins.markdown = 全プラグインの説明をMarkdownで出力
        help.run = 取得時刻になった取得元をすべて取得し、配信時刻になったパイプラインをすべて配信
        help.run.discussion = `schedule` のないパイプラインは実行のたびに配信します。`schedule` があれば、前回の配信の後に予定時刻を過ぎていれば配信します。名前を指定したパイプラインは、予定に関係なくすぐに配信します。
        help.run.pipelines = すぐに配信するパイプライン。省略すると、配信時刻になったものすべて
        help.run.dry_run = 試し実行。取得とフィルタの後、各配信先に送る記事を一覧表示し、何も保存しない
        help.run.digests = --dry-run とともに指定。ダイジェストそのものを出力
        help.work = 終了せずに待ち、取得元やパイプラインの時刻になるたびに実行
        help.work.discussion = SIGTERMかSIGINTを受け取ると、新しい作業を始めず、始めた作業を30秒以内に終えてから終了します。2度目のシグナルで直ちに終了します。設定ファイルは実行のたびに読み直します。状態がファイルの場合、ロックは実行中だけ保持します。
        help.work.every = 実行の間隔の上限（分）。`refresh`のない取得元はこの間隔で取得
        usage.work_every = --everyには1から1440までの分数を指定してください
        usage.work_options = `work`では--now、--record、--replayを使えません。`run`を使ってください
        help.show = 保存した記事を本文とともに表示
        help.show.discussion = IDは、ダイジェスト、`kawaraban list`、JSON出力の `key` です。URLでも指定できます。
        help.show.examples =   kawaraban show e42
            kawaraban show https://blog.example/post --html > post.html
        help.show.entry = 記事
        help.show.json = JSONで出力。配信先に書き出す形式に `first_seen`、`last_seen`、`pipelines` を加える
        help.show.html = HTMLのページを出力。ダイジェストと同じく無害化する
        help.state_check = 状態データベース全体を読み、正常かどうかを検査。変更はしない
        help.state_check.discussion = 異常があれば70で終了します。実行中でも検査できます。
        help.state_check.json = JSONで出力
        help.state_copy = 状態データベースを別の場所（ファイルまたはPostgreSQL）へ、またはそこからコピー
        help.state_copy.discussion = PLACE には、状態データベースのパス、PostgreSQLのアドレスが入った環境変数を示す env:NAME、またはパスワードを含まないアドレス postgresql://ユーザー@ホスト/データベース を指定します。コピーは全体が完了するか、コピー先が元のままになるかのどちらかです。配信中のメッセージのIDと内容は変わりません。コピー先に状態データベースがあれば、その経過をすべて含むときだけ置き換え、そうでなければ何も変更しません（73）。コピー先で実行中なら75で終了します。
        help.state_copy.to = 設定の状態データベースを、この場所へコピー
        help.state_copy.from = この場所の状態データベースを、設定の場所へコピー
        help.state_copy.move = コピー元を使えなくする。次の実行は78で終了する。実行中なら75で終了
        help.state_copy.force = 先へ進んだもの、または別の状態データベースも置き換える。元のものは残す。そこだけが知る配信はやり直す
        help.state_forget = 打ち切りや保留になったもの、または記録すべてを破棄
        help.state_forget.discussion = --sink NAME は、配信先の打ち切ったメッセージを破棄します。--source NAME は、取得元に一度に大量に届いて保留した記事を破棄します。--history を付けると、取得元の記録をすべて削除し、次の実行で新しい取得元として扱います。--all は状態データベース全体を退避し、すべてを新しいものとして扱います。
        help.state_forget.sink = この配信先の打ち切ったメッセージ
        help.state_forget.source = この取得元の保留中の記事
        help.state_forget.history = --source とともに指定し、取得元の記録をすべて破棄
        help.state_forget.all = 状態データベース全体。元のファイルは残す
        help.state_load = `state save` で保存した状態データベースを読み込み、ここで続ける
        help.state_load.discussion = 配信中のメッセージのIDと内容は変わりません。新しいメッセージには、ほかのコピーと重ならないIDが付きます。ここにある状態データベースの経過をファイルがすべて含むときだけ置き換え、そうでなければ何も変更しません（73）。実行中は75で終了します。
        help.state_load.file = 保存したファイル。- は標準入力
        help.state_load.force = 保存後に先へ進んだもの、または別の状態データベースも置き換える。コピーは残す。ここだけが知る配信はやり直す
        help.state_load.path = 設定のディレクトリの外にあり、ここでは別のパスになるディレクトリ（繰り返し指定可）
        help.state_load.back = ファイルなしで指定し、`state save --move` で移動した状態データベースを再び使えるようにする
        help.state_prune = 古い記録を削除し、ディスクの空きを増やす
        help.state_prune.discussion = 古い記録の削除は、通常の実行でも少しずつ行います。
        help.state_repair = 破損した状態データベースの読める部分を復旧し、再び実行できるようにする
        help.state_repair.discussion = 破損したファイルは残します。失われた記録の分は、再び配信されることがあります。ほぼすべての記事が新着に見える取得元は保留し、通知します。古いコピーに戻した場合も、そのまま使えるようにします。
        help.state_replay = 配信先に再配信、またはパイプラインのフィルタで再判定
        help.state_replay.discussion = --sink NAME --since 2d: それ以降に配信した記事を、新しいメッセージで再び配信します。
          --pipeline NAME --since 2d: それ以降に条件外になった記事を、フィルタで再び判定します。
          どちらも次の配信時に行います。
        help.state_replay.sink = 再び配信する配信先
        help.state_replay.pipeline = 条件外の記事を再び判定するパイプライン
        help.state_replay.since = 対象の開始日時（2d、12h、2026-11-20、2026-11-20T07:00:00+09:00など）
        help.state_save = 状態データベースを1つのファイルに保存し、別の場所で続けられるようにする
        help.state_save.discussion = 配信中のメッセージや保留中の記事も含め、すべてを保存します。実行中は、その時点までに確定した分を保存します。`kawaraban state load FILE` で、このマシンでも別のマシンでも続けられます。
        help.state_save.file = 保存先のファイル（モード600）。- は標準出力
        help.state_save.move = ここの状態データベースを使えなくする。次の実行は78で終了する。実行中は75で終了する
        help.state_retry = 打ち切り、保留、取得停止になったものを再試行
        help.state_retry.discussion = 打ち切ったメッセージは、同じIDと内容で次の実行時に再送します。廃止された取得元や長く休止中の取得元は、次の実行で取得します。一度に大量に届いて保留した記事は配信します。オプションがなければ、すべての取得元と配信先が対象です。
        help.state_retry.sink = この配信先のメッセージだけ
        help.state_retry.source = この取得元だけ
        help.status = 取得元、パイプライン、配信先、ワーカーそれぞれの状況、直近の結果、次回の予定、待っている件数を表示
        help.status.discussion = 取得元を指定すると、その詳細を表示します。表示したもののいずれかに対応が必要な間、またはワーカーの設定が異なる間は1で終了します。状況（括弧内はJSONでの値）: 正常（ok）、低速（slow）、修復あり（degraded、文書を修復して取得）、不安定（unstable、数回の失敗）、失敗中（failing）、長期失敗（dead、1か月失敗）、制限中（throttled）、移転（moved）、廃止（gone）、遮断（blocked、証明書またはプライベートアドレス）、大量流入（flooded）。
        help.status.source = 詳細を表示する取得元の名前
        help.status.failing = 対応が必要なものだけ
        help.status.lines = 過去4週間の通知と未通知の項目。取得元を指定すると、その分だけ
        help.status.json = JSONで出力
        help.try = 設定ファイルなしで取得元のダイジェストを表示。何も残さない
        help.try.discussion = 取得元は設定ファイルと同じように書きます: zenn:swift、hatena:it、qiita:tag:Swift、フィードのURL、またはフィードを示すサイトのURL。取得できたものを表示し、できなかったものは1行で知らせて1で終了します。
          --as htmlまたは--as jsonを付けると、1つの文書（Webページ、JSON）から記事の一覧を探します。一覧らしいもの、最適な一覧を読むconfig.yamlの記述、先頭5件の記事を表示します。一覧らしいものがなければ1で終了します。ページがフィードやWordPressのAPIなど、より読みやすいものを示していれば、それを優先して取得します。
        help.try.examples =   kawaraban try zenn:swift hatena:it https://www.swift.org
            kawaraban try qiita:tag:Swift --html page.html --save config.yaml
            kawaraban try --as html 'https://www.example.com/news/'
            kawaraban try --as json 'https://hn.algolia.com/api/v1/search_by_date?tags=story'
            kawaraban try --as json saved.json --list 2
        help.try.sources = 取得元。--asを付けたときは文書1つ（-は標準入力）
        help.try.html = ダイジェストをページとしてこのファイルに書き出す
        help.try.save = この取得元の設定ファイルを新しく書き出す（既存のファイルには書かない）
        help.try.replay = ネットワークの代わりに `run --record` の記録を使う
        help.try.type = 文書から記事の一覧を探すときの取得元の種類（html、json）
        help.try.list = 使う一覧の番号（1から）
        help.why = 記事の経過を表示（取得元、各フィルタの判定、配信先）
        help.why.discussion = 同じURLの記事が複数あれば、すべて表示します。フィルタには、現在の設定ファイルでの行番号を付けます。
        help.why.examples =   kawaraban why https://blog.example/post
            kawaraban why e42 --json | jq .pipelines
        help.why.entry = 記事のURL、または `list` やダイジェストのキー
        help.why.json = 1行1オブジェクトのJSONで出力
        help.stories = 配信した話題を一覧表示、または記事の組を比較
        help.stories.discussion = 話題とは、フィルタ `stories` がまとめた記事です。--pairs では、ファイルの各行が2件の記事を持つJSONオブジェクト（`a` と `b`、`left` と `right`、または2要素の配列）で、それぞれに `title` と、必要なら `url`、`summary`、`source`、`publisher`、`published` を書きます。1行ごとに `same_article`、`same_story`、`different` のどれかを出力します。設定ファイルと状態データベースは必要ありません。
        help.stories.examples =   kawaraban stories --since 2d
            kawaraban stories --pairs pairs.jsonl --match strict
        help.stories.pipeline = このパイプラインの話題
        help.stories.since = この日時以降に記事を配信した話題（2d、12h、2026-11-20、2026-11-20T07:00:00+09:00など）。省略時は7日間
        help.stories.limit = 話題の最大件数
        help.stories.all = 1件だけの話題も表示
        help.stories.pairs = このファイル（JSON Lines）または標準入力の、記事の組を比較
        help.stories.match = どれだけ似ていれば同じとみなすか（strict、normal、loose）
        help.stories.json = 1行1オブジェクトのJSONで出力。組の比較では類似度も出力
        usage.record_and_replay = --record と --replay は同時に指定できません
        usage.unknown_command = kawaraban: 「{word}」というコマンドはありません。`{meant}` の間違いではありませんか || kawaraban: 「{word}」というコマンドはありません。一覧は `{group} --help` で確認できます
        usage.digests_want_dry_run = --digests は --dry-run とともに指定してください
        usage.json_and_html = --json と --html は同時に指定できません
        usage.lines_and_failing = --lines と --failing は同時に指定できません
        usage.batch_reads_standard_input = --batch はジョブを標準入力から読みます。文書は指定できません
        usage.missing_document = ファイル、URL、- のいずれかを指定してください
        usage.batch_format = --batch の出力形式はjsonfeedだけです
        usage.batch_members = --batch では、`"base_url"` と `"content_type"` を各ジョブに書いてください
        usage.base_url = --base-url には https://blog.example/feed.xml のような完全なURLを指定してください
        usage.all_goes_alone = --all はほかのオプションと同時に指定できません
        usage.forget_what = --sink NAME、--source NAME [--history]、--all のいずれかを指定してください
        usage.copy_where = --to PLACE または --from PLACE を指定してください（パス、env:NAME、postgresql://ユーザー@ホスト/データベース）
        usage.load_what = FILE [--force] [--path OLD=NEW]、または --back だけを指定してください
        usage.history_wants_source = --history は --source NAME とともに指定してください
        usage.replay_what = --sink NAME と --pipeline NAME のどちらか一方を指定してください
        usage.list_number = --list には1以上の番号を指定してください
        usage.take = --take には1から1000までの数を指定してください
        usage.empty_order = --by にはbuzz、date、またはlikesなどの数値の名前を指定してください
        usage.empty_output = --output にはファイル名を指定してください
        usage.limit = --limit には1から1000000までを指定してください
        usage.pairs = --match は --pairs とともに使い、--pipeline、--since、--all は --pairs と併用できません
        usage.empty_search = --search に探す語句を指定してください
        usage.markdown_alone = --markdown は全プラグインの説明を出力します。種類と --json は指定できません
        usage.heading.overview = 概要: {text}
        usage.heading.usage = 使い方: {text}
        usage.heading.arguments = 引数:
        usage.heading.options = オプション:
        usage.heading.subcommands = サブコマンド:
        usage.heading.error = エラー: {text}
        usage.heading.help = 説明: {text}
        usage.see_subcommand = 詳細は '{command}' で確認できます。
        usage.see_help = 詳細は '{command}' で確認できます。
        usage.show_help = {label}ヘルプを表示
        usage.show_version = {label}バージョンを表示
        usage.default = {text}（既定値: {value}）
        usage.values = {text}（値: {values}）
        usage.values_and_default = {text}（値: {values}、既定値: {value}）
        usage.unknown_option_meant = 不明なオプションです: '{option}'。'{meant}' の間違いではありませんか
        usage.unknown_option = 不明なオプションです: '{option}'
        usage.missing_value = '{option}' の値を指定してください
        usage.missing_argument = '{argument}' を指定してください
        usage.missing_one_of = '{arguments}' のいずれかを指定してください
        usage.unexpected_argument = 余分な引数です: '{argument}'
        usage.unexpected_arguments = 余分な引数が{count}個あります: '{arguments}'
        usage.invalid_value_of = '{option}' の値 '{value}' は正しくありません。{values} のいずれかを指定してください
        usage.invalid_value_because = '{option}' の値 '{value}' は正しくありません: {reason}
        usage.invalid_value = '{option}' の値 '{value}' は正しくありません
        usage.no_value_taken = オプション '{option}' に値 '{value}' は指定できません
        usage.set_twice = '{first}' と '{second}' は同時に指定できません
        usage.missing_subcommand = サブコマンドを指定してください
        usage.invalid_option = 正しくないオプションです: {option}

        """
}
