extension JapaneseMessages {
    /// プラグインに共通のオプションと誤り
    static let stages: StaticString = """

        type.authorization = { bearer: SECRET } または { basic: { user, password: SECRET } }
        type.user_name = 名前または秘密情報
        type.headers = ヘッダーのマップ（名前: テキストまたは秘密情報）
        type.zone = タイムゾーン（Asia/Tokyoなど）、または時差（+09:00など）
        option.auth.bearer = そのまま送るトークン（RFC 6750）
        option.auth.basic = ユーザー名とパスワード（RFC 7617）
        option.auth.user = 名前または秘密情報。コロンは使えない
        option.auth.password = パスワード
        address.not_http = {path}: httpかhttpsのURLではありません
        address.write_whole = https://example.com/feed.xml のように省略せずに書いてください
        address.credentials = {path}: URLにユーザー名とパスワードは書けません
        certificate.none = {path}: {file} にPEM形式の証明書がありません
        certificate.convert = PEMは -----BEGIN CERTIFICATE----- で始まります。ほかの形式は `openssl x509 -inform der` で変換できます
        auth.colon = {path}: ユーザー名にコロンは使えません
        auth.password_apart = パスワードは `password` に指定してください
        auth.bad_user_name = {path}: ユーザー名は制御文字を含まない1024バイト以内にしてください
        header.bad_name = {path}: `{name}` はヘッダー名として使えません
        header.reserved = {path}: `{name}` はKawarabanが設定するため、指定できません
        header.bad_value = {path}: ヘッダーの値は改行を含まない8 KiB以内にしてください
        header.credential = {path}: 認証情報がこのファイルに直接書かれています
        header.keep_out = { env: NAME } を使えばファイルに書かずに済みます
        zone.unknown = {path}: {zone} というタイムゾーンはこのマシンにありません
        zone.example = tzdataを入れたうえでIANAの名前（Asia/Tokyoなど）を指定するか、時差（+09:00など）を指定してください
        memory.bad_key = {size}バイトのキー（1〜{limit}バイトのみ）
        memory.long_value = {size}バイトの値（上限は{limit}バイト）

        """
}
