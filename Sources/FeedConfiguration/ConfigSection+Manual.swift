extension ConfigSection {
    /// What `read` declares: it gets an empty section, and what it reports is thrown away.
    public static func manual(_ read: (ConfigSection) -> Void) -> [OptionSpec] {
        let nowhere = Place(file: "", line: 1, column: 1)
        let section = ConfigSection(Node(.map([]), at: nowhere), path: "", diagnostics: Diagnostics())
        read(section)
        return section.specs
    }
}
