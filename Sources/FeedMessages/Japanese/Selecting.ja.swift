extension JapaneseMessages {
    /// パス、テンプレート、日付の書式
    static let selecting: StaticString = """

        type.json_path = `data.items` や `$.results[0]` のようなパス
        type.field_source = {place}、テンプレート、{ literal: TEXT } のいずれか
        type.date_pattern = `yyyyMMdd` や `"dd.MM.yyyy HH:mm"` のような書式
        selecting.path = パス
        option.literal = すべての記事に同じテキスト
        selecting.mistake = {path}: {text} の{column}文字目: {reason}
        selecting.unsupported = {what}は使えません
        selecting.empty_path = パスが空です
        selecting.empty_path.cure = 値そのものは `$` です
        selecting.blank_before = パスの先頭に空白は置けません
        selecting.blank_behind = パスの末尾に空白は置けません
        selecting.many_steps = 段が{most}を超えています
        selecting.unexpected = ここに `{sign}` は置けません
        selecting.quote_name = 文字、数字、`_` 以外を含む名前は ['{name}'] と書きます
        selecting.descendants = 子孫（`..`）
        selecting.descendants.cure = 段を1つずつ書いてください
        selecting.no_name = 末尾に名前がありません
        selecting.open_bracket_at_end = 末尾に `]` がありません
        selecting.filters = フィルタ（`?`）
        selecting.filters.cure = 記事はパイプラインの `keep` で選んでください
        selecting.slices = スライス（`:`）
        selecting.no_step = `{sign}` は、引用符で囲んだ名前、数値、`*` のどれでもありません
        selecting.several = 1組の括弧の中の複数のセレクタ
        selecting.open_bracket = `]` がありません
        selecting.large_number = 数値が2^53 − 1を超えています
        selecting.lone_minus = マイナス記号の後に数値がありません
        selecting.minus_zero = `-0` は添字になりません
        selecting.leading_zero = 数値が0で始まっています
        selecting.control_character = 名前に制御文字があります
        selecting.open_name = 引用符が閉じられていません
        selecting.open_escape = エスケープが途中で終わっています
        selecting.unknown_escape = 不明なエスケープです
        selecting.half_character = 対のないサロゲートです
        selecting.short_escape = エスケープに16進数4桁がありません
        selecting.open_braces = `{{` が閉じられていません
        selecting.open_braces.cure = 後ろに `}}` を書いてください
        selecting.empty_braces = `{{` と `}}` の間にパスがありません
        selecting.unknown_letters = `{letters}` は書式にない文字です
        selecting.open_quote = `'` が閉じられていません
        selecting.no_day = 年（yyyy）、月（MM）、日（dd）が必要です
        selecting.unknown_letters.cure = 使える文字: yyyy MM dd HH mm ss SSS MMM a Z。ほかの語は '…' で囲んでください

        """
}
