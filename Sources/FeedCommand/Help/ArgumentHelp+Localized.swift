import ArgumentParser

extension ArgumentHelp {
    /// Returns the help of an option in the language of the environment, because no configuration has been read yet.
    static func localized(_ key: String, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(HelpTexts.areWanted ? Surroundings.localized(key) : "", valueName: valueName)
    }
}
