extension JapaneseMessages {
    /// 外部プログラムを使う取得元、フィルタ、配信先
    static let commandStages: StaticString = """

        summary.source.command = 自作プログラムの標準出力（RSS、Atom、JSON Feed、または `parser` が読む形式）
        summary.filter.command = 自作プログラムで記事を判定、変更する（1記事につき1行のJSON）
        summary.sink.command = 自作プログラムの標準入力にダイジェストを渡す
        option.command.run = プログラムと引数（シェルは介さない）。相対パスは設定ファイルが基準
        option.command.environment = PATH、HOME、LANG、LC_…、TZ、TMPDIRのほかに渡す環境変数。`NAME` または \
        `NAME=VALUE`
        option.command.secrets = CREDENTIALS_DIRECTORYが指すディレクトリに置くファイル（名前: 秘密情報）
        option.command.memory = 各プロセスが専有するメモリの上限
        option.command.sandbox = ネットワークを使わせず、書き込みを専用のTMPDIRに、\
        読み取りを動作に必要なものに限るかどうか
        option.command_source.input = 標準入力に渡すテキスト
        option.command_filter.fields = プログラムに渡し、変更を許す記事の項目
        option.command_filter.timeout = プログラムの実行時間の上限
        option.command_filter.on_failure = 応答のなかった記事の扱い
        option.command_filter.per_run = 1回の実行で渡す記事の数。超えた分は次回を待つ（`on_failure: pass` ならそのまま通す）
        option.command_filter.version = 変えると、判定済みの記事もプログラムに渡し直す
        option.command_filter.max_output = 出力の大きさの上限
        option.command_sink.timeout = メッセージ1通にかけてよい時間
        command.secret_name = {path}.secrets: `{name}` はファイル名として使えません
        command.secret_name.cure = 使える文字は `A-Z a-z 0-9 _ . -` だけです
        command.no_program = {path}: プログラムを指定してください
        command.not_startable = {path}: {program} は{problem}
        command.several_words = {path}: 複数の語が1つの文字列になっています（シェルは使いません）
        command.several_words.cure = リストで書いてください: [{list}]
        command.no_variable = {path}.environment: 環境変数の名前でも `NAME=VALUE` でもありません
        command.own_variable = {path}.environment: `{name}` はKawarabanが設定する変数です
        command.ended = 終了ステータス{status}で終了しました
        command.signalled = シグナル{signal}で終了しました
        command.too_slow = {seconds}秒たっても終わりませんでした
        command.watcher_killed = 監視プロセスが強制終了されました
        command.too_much_output = {size} KiBを超えました
        command.nothing = 何も出力されず、以前の出力もありません
        command.no_feed = フィードではなく{kind}です: {line} || フィードではありません: {line}
        command.entry_passes = 1件が通過
        command.entries_pass = {count}件が通過
        command.says = {name}: {text}
        command.passed_unchanged = {found}。{entries}（変更なし）
        command.unanswered = {count}件中{missing}件のidに応答がありません（最初は {first}）
        command.no_id = {line}行目に `id` がありません
        command.unasked_id = {line}行目のidは渡していないものです: {id}
        command.id_twice = {line}行目でid "{id}" が重複しています
        command.no_list = {line}行目の `{name}` が文字列のリストではありません
        command.no_text = {line}行目の `{name}` が文字列ではありません
        command.long_line = {line}行目が{size} MiBを超えています
        command.nul = {line}行目にNULがあります: {quotation}
        command.lone_surrogate = {line}行目に対のないサロゲートがあります: {quotation}
        command.no_utf8 = {line}行目がUTF-8ではありません: {quotation}
        command.no_json = {line}行目がJSONではありません（{reason}）: {quotation}
        command.no_object = {line}行目がJSONのオブジェクトではありません: {quotation}
        command.beyond_per_run = {name}: 1回の実行の上限{limit}件を超過
        command.secret_missing = 秘密情報 `{name}` がありません

        """
}
