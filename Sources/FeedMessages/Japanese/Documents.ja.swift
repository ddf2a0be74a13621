extension JapaneseMessages {
    /// フィードの代わりに届いたもの
    static let documents: StaticString = """

        document.html = HTMLのページ
        document.html_with_feed = フィードを示しているHTMLページ
        document.empty = 空の文書
        document.too_large_for_memory = メモリに収まらないページ
        document.zip = ZIPファイル
        document.png = PNG画像
        document.jpeg = JPEG画像
        document.gif = GIF画像
        document.program = 実行ファイル
        document.binary = バイナリデータ
        document.plain_text = プレーンテキスト
        document.empty_xml = 要素のないXML
        document.xml = XML文書 <{element}>
        document.other_json = フィードではないJSON
        document.broken_json = 壊れたJSON（{offset}バイト目: {reason}）
        document.cut_json = 途中で終わっているJSON

        """
}
