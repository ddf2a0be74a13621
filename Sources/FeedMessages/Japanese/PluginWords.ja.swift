extension JapaneseMessages {
    /// 複数のプラグインに共通の文
    static let pluginWords: StaticString = """

        plugin.did_you_mean = `{name}` の間違いではありませんか
        plugin.there_are = 使えるのは {names} です
        plugin.option_empty = {path}: 空です
        plugin.list_empty = {path}: リストが空です
        plugin.out_of_range = {path}: {found} は範囲外です（{least}〜{most}）

        """
}
