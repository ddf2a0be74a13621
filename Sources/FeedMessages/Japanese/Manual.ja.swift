extension JapaneseMessages {
    /// `kawaraban plugins` とリファレンス
    static let manual: StaticString = """

        kind.source = 取得元
        kind.parser = パーサ
        kind.filter = フィルタ
        kind.format = 出力形式
        kind.sink = 配信先
        kind.sources = 取得元
        kind.parsers = パーサ
        kind.filters = フィルタ
        kind.formats = 出力形式
        kind.sinks = 配信先
        manual.heading = {title}:
        manual.title = {type}（{kind}）: {summary}
        manual.no_options = 固有のオプションはありません
        manual.common = すべての{kind}に共通のオプション:
        manual.common.page = すべての{kind}で、固有のオプションのほかに次のオプションを使えます。
        manual.settings.page = ## settings
        manual.defaults.page = ## defaults
        manual.defaults.which = すべての取得元のオプション（下記）のうち、`title` と `parser` を除くものです。
        manual.pipelines.page = ## pipelines
        manual.columns = | オプション | 型 | 既定値 | 説明 |
        manual.value = 値
        manual.value_of_row = （値）
        manual.required = 必須
        manual.default = 既定値 {value}
        manual.default_empty = 既定値は空
        manual.short_form = 短縮形: {forms}
        manual.short_form.page = 短縮形: {forms}
        manual.suffixes = パスの拡張子: {forms}
        manual.suffixes.page = パスの拡張子: {forms}
        schema.title = Kawaraban
        schema.description = このプログラムが受け付けるKawarabanの設定ファイル
        schema.source_item = `sources` の名前、名前のパターン、または短縮形
        schema.sink_item = `sinks` の名前、または短縮形
        schema.filter_item = フィルタ
        schema.variable = 変数を含むテキスト
        plugins.unknown = kawaraban: 「{type}」というプラグインはありません。「{meant}」の間違いではありませんか || kawaraban: 「{type}」というプラグインはありません。一覧は `kawaraban plugins` で確認できます

        """
}
