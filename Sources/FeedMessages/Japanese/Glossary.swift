extension JapaneseMessages {
    // 用語集。すべての訳文はこの表に従う。
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
    // 文はです・ます。表やオプションの説明は体言止め。句点は文と文の間だけに置き、末尾には付けない。
}
