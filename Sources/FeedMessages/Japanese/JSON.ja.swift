extension JapaneseMessages {
    /// JSONの誤り
    static let json: StaticString = """

        json.unreadable = JSONではありません（{offset}バイト目: {reason}）
        json.object = {names} を持つJSONのオブジェクト
        json.single_value = オブジェクトでも配列でもないJSONの値
        json.ends_in_object = オブジェクトの途中で終わっている
        json.ends_in_array = 配列の途中で終わっている
        json.no_comma = コンマも {bracket} もない
        json.ends_before_value = 値の手前で終わっている
        json.no_value = 値ではない
        json.no_name = メンバーの名前がない
        json.no_colon = 名前の後にコロンがない
        json.text_behind = 値の後に余分な文字がある
        json.lone_minus = マイナス記号の後に数値がない
        json.leading_zero = 数値が0で始まっている
        json.no_fraction = 小数点の後に数字がない
        json.no_exponent = 指数に数字がない
        json.long_number = 数値が{most}桁を超えている
        json.open_string = 文字列が閉じられていない
        json.ends_in_string = 文字列の途中で終わっている
        json.unknown_escape = 不明なエスケープがある
        json.short_escape = エスケープに16進数4桁がない
        json.too_deep = 入れ子が{most}段を超えている
        json.many_values = 値が{most}個を超えている

        """
}
