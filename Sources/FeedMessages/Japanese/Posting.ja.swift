extension JapaneseMessages {
    /// URLに投稿する配信先
    static let posting: StaticString = """

        option.posting.ordered = 前のメッセージが配信されるか打ち切られるまで、次のメッセージを待たせる
        option.posting.rate = 一定時間に送るメッセージの上限（複数の実行を通算）
        option.posting.timeout = 1回のリクエストのタイムアウト
        option.posting.ca_file = システムのものの代わりに信頼する認証局の証明書
        option.posting.allow_plaintext = 秘密情報を含むメッセージを暗号化なしのhttpで送ることを許す
        option.posting.each = 1メッセージの単位。ダイジェスト（収まる分）か、記事ごとか
        posting.not_server = {path}.url: サーバーのURLだけを指定してください
        posting.server_alone = `https://` とホスト名だけを書いてください
        posting.format = {path}.format: この配信先はサービス独自の形式で書き込みます
        posting.use_webhook = 削除するか、どの出力形式も送れる `type: webhook` を使ってください
        posting.not_http = {path}.url: httpかhttpsのURLを指定してください
        posting.plaintext = {path}.url: 秘密情報を含むメッセージはhttpsでしか送れません
        posting.use_https = httpsを使うか、信頼できるネットワークなら `allow_plaintext: true` を指定してください
        posting.no_form = メッセージの形式を持たないチャットサービス

        """
}
