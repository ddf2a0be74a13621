extension JapaneseMessages {
    /// ページのセレクタ
    static let pages: StaticString = """

        type.page_selector = `article.card` や `a@href` のようなCSSセレクタ、または `.//h2` のようなXPath
        page.selector = セレクタ
        css.selector_wanted = `{sign}` の後にセレクタが必要です || セレクタが必要です
        css.begins_with_combinator = セレクタを `{sign}` で始めることはできません
        css.figure_escape = `{sign}{digit}` は `{sign}\\3{digit} ` と書きます
        css.no_comparison = `{sign}=` という比較はありません
        css.other_value = 値が異なるものは `:not([{name}=…])` です
        css.comparisons = 使えるのは `=`、`~=`、`|=`、`^=`、`$=`、`*=` です
        css.write_in_quotes = `[{name}{sign}"{value}"]` と書いてください
        css.empty = セレクタが空です
        css.empty.cure = すべての要素は `*` です
        css.open_bracket = `{opening}` を閉じる `)` がありません
        css.begins_with_child = 直下の要素から始めるには `:scope >` と書きます
        css.long_has = `:has()` の中に並ぶ要素が{most}個を超えています
        css.name_first = 要素名は先頭に書きます
        css.name_first.cure = 別の要素名なら空白を入れてください
        css.name_wanted = `{sign}` の後に名前が必要です
        css.name_begins_with_figure = 名前は数字で始められません
        css.many_parts = 部分が{most}個を超えています
        css.columns = 表の列（`||`）
        css.columns.cure = 行の2番目のセルは `td:nth-child(2)` です
        css.namespaces = 名前空間（`|`）
        css.namespaces.cure = 名前だけを書いてください
        css.attribute_wanted = `[` の後に属性名が必要です
        css.open_attribute = `]` がありません
        css.open_attribute.place = `[` は{column}文字目にあります
        css.open_attribute.quotes = 文字、数字、`-`、`_` 以外を含む値は引用符で囲みます
        css.unexpected = ここに `{sign}` は置けません
        css.comparison_wanted = `]` か、`=`、`~=`、`|=`、`^=`、`$=`、`*=` のいずれかを書いてください
        css.value_wanted = `{sign}` の後に値が必要です
        css.unquoted_value = `{sign}` で始まる値は引用符で囲みます
        css.unknown_flag = 空白を含む値は引用符で囲みます。その後ろに `i` を付けると大文字と小文字を区別せず、`s` を付けると区別します
        css.such_as = 例: `{example}`
        css.wants_brackets = `:{name}` には括弧が必要です
        css.pseudo_class_wanted = `:` の後に疑似クラスの名前が必要です
        css.no_brackets = `:{name}` に括弧は付きません
        css.deep_brackets = 括弧の入れ子が{most}段を超えています
        css.empty_brackets = `:{name}()` の括弧の中が空です
        css.nested_has = `:has()` の中に `:has()` は置けません
        css.nested_has.cure = `a` の中の `b` を探すには `:has(a b)` と書きます
        css.language_wanted = `ja` のような言語が必要です
        css.languages = `*` を含む言語や空の言語
        css.languages.cure = `ja` のように1つ書いてください
        css.or_of = または `of` とセレクタを書きます
        css.selector_behind_of = `of` の後にセレクタが必要です
        css.deep_of = `of` の入れ子は2つまでです
        css.series_wanted = `odd`、`even`、数値、または `2n+1` のような式が必要です
        css.series_wanted.cure = 最初の子は1です
        css.pseudo_text = 属性を指定しなければテキストを取り出します
        css.pseudo_attribute = 属性は `a@href` のように `@` で取り出します
        css.pseudo_element = 探せるのはページの要素だけです
        css.pseudo_elements = 疑似要素（`::{name}`）
        css.unknown_pseudo_class = `:{name}` という疑似クラスはありません
        css.open_comment = コメントが閉じられていません
        css.line_break_in_quotes = 引用符の中で改行しています
        css.line_break_in_quotes.cure = 改行は `\\a ` と書きます
        css.open_quotes = 引用符が閉じられていません
        css.open_escape = エスケープが途中で終わっています
        css.unfindable = `{sign}` は探せません
        css.unfindable.cure = ページのテキストには現れない文字です
        css.attribute_last = 属性は `a@href` のように最後に書き、後ろには何も置けません
        css.xpath = XPathは `/`、`./`、`.//`、`(`、`xpath:` のいずれかで始めます
        css.rule = 規則は要りません。セレクタだけを書いてください
        css.scope = 探す範囲の要素は `:scope` です
        css.attribute_value = 属性の値は `[name="value"]` と書きます
        css.lone_bracket = 対応する `(` がありません
        css.foreign_blank = CSSの空白ではありません。半角の空白を書いてください
        css.refused.browser = `:{name}` はブラウザーでの操作の状態を表すため、ここでは使えません
        css.refused.form = `:{name}` はフォームの入力状態を表すため、ここでは使えません
        css.refused.jquery = `:{name}` はCSSではなくjQueryのものです
        css.refused.no_element = `:{name}` は疑似要素で、ページにはありません
        css.refused.lines = `:{name}` はブラウザーが行から作る疑似要素です
        css.refused.scripts = `:{name}` はスクリプトで変わる状態を表しますが、スクリプトは実行しません
        css.refused.shadow_trees = `:{name}` はシャドウツリーを対象としますが、シャドウツリーはブラウザーやスクリプトの中にしかありません
        css.refused.unsupported = `:{name}` は使えません
        css.refused.old_name = `:{name}` は古い名前です
        css.refused.text = `:{name}` はテキストを調べるもので、CSSにはありません
        css.write = {selectors} を使ってください
        css.form_fields = `:is(input, button, select, textarea)` を使ってください
        css.any_link = すべてのリンクは `:any-link` です
        css.required = 属性を持つものは `[required]` です
        css.optional = 属性を持たないものは `:not([required])` です
        css.read_only = 属性を持つものは `[readonly]` です
        css.read_write = 属性を持たないものは `:not([readonly])` です
        css.direction = 属性を持つものは `[dir="rtl"]` です
        css.xpath_can = XPathなら `//a[contains(., 'x')]` と書けます
        css.first_child = 親の最初の子は `:nth-child(1)` です
        css.from_third_child = 3番目以降の子は `:nth-child(n+3)` です
        css.first_three_children = 最初の3つの子は `:nth-child(-n+3)` です
        css.parent = 中身のあるものは `:not(:empty)`、画像の親は `:has(> img)` です
        css.visible = スタイルは読みません。属性を持たないものは `:not([hidden])` です
        css.type = `[type="…"]` と書くか、リンクのテキストなら `a` だけを書いてください
        page.long_selector = {most}バイトを超えています
        page.long_selector.cure = 短くしてください
        page.no_xpath = XPath 1.0ではありません
        page.no_xpath.cure = `/`、`./`、`(` で始まるものはXPathです（`.//h2/a`）。CSSなら `h2 a` と書きます
        xpath.unknown_variable = 変数 `${name}` はありません
        xpath.unknown_variable.cure = `${name}` が検索の起点です
        xpath.unknown_function = XPath 1.0に関数 `{name}` はありません
        xpath.unknown_function.cure = `{name}` ではありませんか
        xpath.prefix = ページの要素名に接頭辞はありません
        xpath.prefix.any = `{local}` と書いてください
        xpath.prefix.cure = `{local}`、または `*[name() = '{name}']` と書いてください

        """
}
