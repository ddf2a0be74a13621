import ArgumentParser

extension ArgumentHelp {
    /// The help of an option in the language of the process's variables: it is made before a configuration is read.
    static func localized(_ key: String, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(Surroundings.localized(key), valueName: valueName)
    }
}
