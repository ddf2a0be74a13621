package import FeedModel

extension DigestWords {
    /// Why a source could not be asked and what to do about it, in the digest's language as far as it has a sentence
    /// for the code, else as the run told it.
    package func reason(for failed: FailedSource) -> String {
        translation(ofCode: failed.code) ?? VisibleText.line(failed.message)
    }

    /// The language that `reason(for:)` is in.
    package func languageOfReason(for failed: FailedSource) -> String {
        translation(ofCode: failed.code) == nil ? "en" : language
    }

    private func translation(ofCode code: String) -> String? {
        language == "ja" ? Self.japaneseReasons[code] : nil
    }

    /// By the code for programs. What tells more than its code, such as a file's name, is left as the run told it.
    private static let japaneseReasons = [
        "dns": "サーバーの名前を解決できません。アドレスとDNSの設定を確かめてください。",
        "refused": "サーバーが接続を拒否しました。アドレスとポートを確かめるか、しばらくお待ちください。",
        "unreachable": "サーバーに届きません。このマシンのネットワークを確かめてください。",
        "connect_timeout": "時間内に接続できませんでした。続くようならアドレスを確かめてください。",
        "timeout": "時間内に応答がありませんでした。続くようなら timeout を長くしてください。",
        "reset": "接続が途中で切れました。次の実行でもう一度試します。",
        "tls": "安全な接続を結べませんでした。アドレスとポートを確かめてください。",
        "tls_expired": "サーバーの証明書の有効期限が切れています。このマシンの時計も確かめてください。",
        "tls_name": "サーバーの証明書が別の名前のものです。アドレスを確かめてください。",
        "tls_untrusted": "サーバーの証明書を信頼できません。ca-certificates か ca_file を確かめてください。",
        "tls_timeout": "時間内に安全な接続を結べませんでした。次の実行でもう一度試します。",
        "truncated": "応答が途中で切れました。次の実行でもう一度試します。",
        "empty_body": "応答が空でした。フィードが移転していないか確かめてください。",
        "not_found": "このアドレスには何もありません。フィードの新しいアドレスを探してください。",
        "gone": "フィードはなくなりました。設定から外すか、新しいアドレスを探してください。",
        "forbidden": "サーバーに拒否されました。ログインやトークンが要るか確かめてください。",
        "server_error": "サーバー側の問題です。次の実行でもう一度試します。",
        "limited": "要求が多すぎると言われました。しばらく待ってからもう一度試します。",
        "too_many_redirects": "転送が多すぎます。ブラウザーで開き、最後のアドレスを設定してください。",
        "credential_rejected": "トークンやパスワードが受け付けられませんでした。作り直して設定してください。",
        "not_a_feed": "フィードではありません。ページの中にRSSやAtomへのリンクがないか探してください。",
        "incomplete_document": "文書が途中で終わっています。次の実行でもう一度試します。",
        "feed_not_available": "そのようなフィードはありません。設定の綴りを確かめてください。",
    ]
}
