extension JapaneseMessages {
    /// 実行中の出来事
    static let running: StaticString = """

        stage.entry_twice = 同じ記事が2回
        stage.foreign_entry = 渡していない記事
        stage.missing_verdicts = 判定のない記事が{count}件
        stage.named = {stage}: {found}
        stage.long_memo = {size}バイトのメモ（上限は{limit}バイト）
        stage.undecided = {count}件の記事 || 1件の記事
        digest.untagged = タグなし

        """
}
