extension EnglishMessages {
    /// What several plugins say.
    static let pluginWords: StaticString = """

        plugin.did_you_mean = did you mean `{name}`?
        plugin.there_are = there are {names}
        plugin.option_empty = {path}: is empty
        plugin.list_empty = {path}: the list is empty
        plugin.out_of_range = {path}: {found} is outside {least}…{most}

        """
}
