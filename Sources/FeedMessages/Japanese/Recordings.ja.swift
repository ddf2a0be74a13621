extension JapaneseMessages {
    /// 実行の記録
    static let recordings: StaticString = """

        recording.not_recorded = 記録にありません
        recording.method_expected = METHOD ADDRESSが必要です
        recording.outcome_expected = HTTP STATUSかERROR CODEが必要です
        recording.ending_expected = HTTP STATUS、ERROR CODE、END …、TAKEN のいずれかが必要です
        recording.not_base64 = 本文がbase64ではありません
        recording.field_expected = NAME: VALUEが必要です
        recording.line_expected = > LINEが必要です
        recording.line = {line}行目: {reason}
        recording.not_empty = 空ではありません
        recording.no_time = RFC 3339の時刻ではありません
        transport.body_elsewhere = 本文の再送が必要な別のオリジン
        transport.control_characters = 制御文字を含むURL
        transport.bad_method = メソッド
        transport.bad_envelope = 差出人または宛先
        transport.no_mail_server = 接続先がメールサーバーではありません
        transport.mail_flood = メールサーバーの返答が終わりません
        transport.bad_header = ヘッダー {name}

        """
}
