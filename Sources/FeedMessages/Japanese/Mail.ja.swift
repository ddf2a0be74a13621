extension JapaneseMessages {
    /// メールの配信先
    static let mail: StaticString = """

        summary.sink.mail = ダイジェストをメールで送る（テキストとHTML。メールサーバー、sendmail、Maildirのいずれか）
        option.mail.to = 宛先。1つのアドレスかリスト（50件まで）。宛先どうしは互いに見える
        option.mail.from = 差出人
        option.mail.via = 送る方法。{ smtp: アドレス, user: 名前, password: 秘密情報 }（必要なら `tls` と `ca_file` も）、\
        { sendmail: [プログラム] }、{ maildir: ディレクトリ } のいずれか
        option.mail.subject = 件名。省略時は、タイトル、日付、記事の数、先頭の見出し
        option.mail.pictures = 画像。noneなら、メールを開いてもほかのサイトにアクセスしない。remoteなら、先頭の記事と抜粋付きの記事の画像を、\
        メールソフトが元のサイトから読み込む
        option.mail.when_empty = 記事のないダイジェストも送るかどうか
        option.mail.unsubscribe = 配信停止の連絡先（`List-Unsubscribe`）。ウェブのアドレスか mailto:アドレス
        option.mail.timeout = 1回の送信のタイムアウト
        option.mail.smtp = メールサーバー。smtp://ホスト（ポート587、STARTTLSで暗号化）か smtps://ホスト（ポート465、最初から暗号化）
        option.mail.user = メールサーバーのユーザー名
        option.mail.password = メールサーバーのパスワード
        option.mail.tls = required: 暗号化なしでは何も送らない、none: このマシンのサーバーでだけ使える
        option.mail.sendmail = 標準入力からメールを受け取るプログラム（[/usr/sbin/sendmail, -i, -t] など）。-tがなければ、宛先を引数で渡す
        option.mail.maildir = Maildir形式のディレクトリ。なければ作る
        type.mail_address = メールアドレス（name@example.com、または 名前 <name@example.com>）
        type.mail_route = smtp、sendmail、maildirのいずれかを持つマップ
        type.mail_subject = テキスト。{placeholders} を使える
        type.mail_unsubscribe = ウェブのアドレス、または mailto: とアドレス（ASCIIのみ）
        mail.route_example = { smtp: "smtps://mail.example.com", user: NAME, password: { env: NAME } } のように書いてください
        mail.format = {path}.format: メールには常にテキストとHTMLの両方が入ります
        mail.format.cure = 削除してください
        mail.address_controls = {path}: アドレスに改行などの制御文字は使えません
        mail.address_controls.cure = 1行で書いてください
        mail.address_many = {path}: 1つの文字列に複数のアドレスがあります
        mail.address_many.cure = リストで書いてください: [first@example.com, second@example.com]
        mail.address_not_ascii = {path}: アドレスに使えるのはASCIIだけです（その前の名前には、どの文字も使えます）
        mail.address_not_ascii.cure = 例え.jp のようなドメインは xn--r8jz45g.jp と書いてください
        mail.address_long_name = {path}: 名前が長すぎます
        mail.address_long_name.cure = 1,000バイト未満にしてください
        mail.address_wrong = {path}: メールアドレスではありません
        mail.address_wrong.cure = name@example.com か 名前 <name@example.com> と書いてください
        mail.many_recipients = {path}.to: 1通のメールの宛先は{most}件までです
        mail.many_recipients.cure = メーリングリストに送ってください
        mail.no_placeholder = `{{{name}}}` というプレースホルダーはありません
        mail.subject_wrong = {path}: {reason}
        mail.not_of_smtp = {path}.{option}: `smtp` でだけ使えます
        mail.no_folder = {path}.maildir: {folder} は{kind}です
        mail.odd_port = {path}.smtp: ポート {port} で {scheme}:// を使うサーバーはありません
        mail.odd_port.cure = {address} と書いてください
        mail.not_for_cron = {path}.sendmail: cronがプログラムを探すのは /usr/bin と /bin だけで、{folder} は探しません
        mail.not_for_cron.cure = 絶対パスで [{file}, …] と書いてください
        mail.not_smtp = {path}.smtp: メールサーバーのアドレスではありません
        mail.not_smtp.cure = smtps://mail.example.com か smtp://mail.example.com:587 のように書いてください
        mail.address_credentials = {path}.smtp: アドレスにユーザー名やパスワードは書けません
        mail.address_credentials.cure = user: NAME, password: { env: NAME } と書いてください
        mail.half_login = {path}: `user` と `password` は両方必要です
        mail.bad_user = {path}.user: 空か、制御文字を含んでいます
        mail.login_without_tls = {path}: `user` と `password` は暗号化なしでは送りません
        mail.login_without_tls.cure = これらを外すか、`tls: none` を外してください
        mail.no_tls = {path}.tls: `none` は、このマシンのサーバーに smtp:// で送るときだけ使えます
        mail.no_tls.cure = 削除してください

        """
}
