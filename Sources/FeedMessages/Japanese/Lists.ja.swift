extension JapaneseMessages {
    /// リストの取得元（JSONとページ）
    static let lists: StaticString = """

        lists.no_name = {path}: `{name}` は名前として使えません
        lists.no_name.cure = 使えるのは英小文字、数字、`_` です
        lists.no_xpath = `{selector}` はXPath 1.0の関数に使えない引数を渡しています
        lists.not_read_whole = `{selector}` に一致する要素がありません。ページが大きすぎるか入れ子が深すぎて、\
        全体を読めません
        lists.no_list = {path} はリストではなく{kind}です。リストは {lists} にあります || {path} \
        はリストではなく{kind}です
        lists.no_member = {missing} がありません（{before} は{kind}）。リストは {lists} にあります || {missing} \
        がありません（{before} は{kind}）
        lists.no_key = {missing} がありません。あるのは {keys} です。リストは {lists} にあります || {missing} \
        がありません。あるのは {keys} です
        lists.empty_object = {missing} がありません（空のオブジェクト）。リストは {lists} にあります || {missing} \
        がありません（空のオブジェクト）
        lists.some_of = {all}件中{count}件
        lists.kind.flag = 真偽値
        lists.kind.number = 数値
        lists.kind.text = 文字列
        lists.kind.list = {count}件のリスト
        lists.kind.object = オブジェクト
        type.json_tree = 任意の値。秘密情報は { secret: { env: NAME } }
        type.json_scalar = テキスト、数値、または真偽値
        type.form = 項目のマップ（名前: テキストまたは秘密情報）
        type.text_or_secret = テキストまたは秘密情報
        option.graphql.query = クエリ
        option.graphql.variables = 変数
        lists.variables_no_map = {path}.variables: マップを指定してください（実際は{found}）
        lists.body_with_get = {path}.method: GETでは何も送れません
        lists.no_paging = {path}.pages: 次のページの取得方法が指定されていません
        lists.no_paging.cure = {names} のいずれかを追加してください
        option.list.url = 文書のURL。秘密情報でもよい
        option.list.method = GETまたはPOST。送るものがあれば省略時はPOST
        lists.body_with_get.cure = 削除してください。送るものがあれば、省略時はPOSTです
        option.list.pages = 読むページ数の上限。省略時は初回が1、以後は5
        option.list.json = POSTで送るJSON
        option.list.form = POSTで送るフォーム
        option.list.graphql = GraphQLのクエリ。このとき `entries` は `data` から始まる
        option.list.link_header = 応答のLinkヘッダーが示す次のページをたどるかどうか
        option.list.next = 次のページのURLがある場所
        option.list.cursor = 次のページの取得に使う、文書の中の値
        option.list.page = 番号によるページ送り。最初のページはそのまま取得する
        option.list.offset = 先頭の記事の番号によるページ送り
        option.list.cursor.from = 値がある場所
        option.list.page.first = 最初のページの番号
        option.list.offset.by = 1ページの記事数
        option.list.offset.first = 最初の記事の番号
        option.list.parameter = クエリパラメーターの名前。POSTではフォーム、JSON、または変数の項目名
        option.list.feed_title = 取得元の表示名（記事のタイトルは `title`）
        option.list.updated = 最終更新日時
        option.list.published_format = 公開日時と更新日時の書式（一般的な形でない場合）
        option.list.summary = 要約
        option.list.content = 本文
        option.list.authors = 著者の名前
        option.list.tags = タグ
        option.list.comments_link = コメントのURL
        option.list.numbers = フィルタで使う整数（名前: 場所）。例: `likes`、`comments`
        lists.guess = {path}: {count}件: {options}

        """
}
