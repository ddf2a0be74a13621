extension JapaneseMessages {
    // 用語集。すべての訳文はこの表に従う。
    //
    // 空白の規則。和文と英数字の間に空白を置かない（config.yamlに、{count}件、{span}前、16 MiBを）。
    // 前後に半角空白を置くのは、利用者が決めた名前や値（{path}、{address}など）、`コード`、
    // `` で囲まないコマンドとオプション（--state FILE）だけ。句読点、括弧、「」の隣には置かない。
    // 名前の代わりに文の一部（`file.it` の「ファイル」など）が入ると、MessageTemplateがその空白を除く。
    // README.ja.mdとQuickStart.ja.mdも同じ。
    //
    //   source            取得元                    sink              配信先
    //   filter            フィルタ                  parser            パーサ
    //   pipeline          パイプライン              format            出力形式
    //   plugin, stage     プラグイン                option            オプション
    //   feed              フィード                  entry             記事
    //   digest            ダイジェスト              configuration     設定ファイル
    //   run               実行                      state (database)  状態データベース
    //   fetch             取得                      deliver           配信
    //   held              保留                      waiting           配信待ち
    //   retry             再試行                    given up          再送を打ち切りました
    //   dry run           試し実行                  take              掲載数の上限
    //   duplicate         重複                      filtered out      条件外
    //   redirect          リダイレクト              timeout           タイムアウト
    //   request           リクエスト                response, answer  応答
    //   header field      ヘッダー                  credential        認証情報
    //   secret            秘密情報                  certificate       証明書
    //   selector          セレクタ                  element           要素
    //   message           メッセージ                schedule          スケジュール
    //
    // 読者向けのページでは、失敗した取得元を「取得できなかったサイト」、重複元を「ほかの掲載元」と書く。
    // 文はです・ます。表、オプションの説明、括弧や表に入る理由は体言止めか常体。句点は文と文の間だけに置き、末尾には付けない。
    // フィードやページは「URL」。「アドレス」はIPアドレス、ホストとポート、メールアドレスだけに使う。
    // 「ほか」「わかる」「1つ」（数えるもの）、範囲は「1〜50」、並べるときは「、」、パーミッションは「権限」。
}
