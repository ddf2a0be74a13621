package import FeedModel

/// The language that the surroundings ask for, by the variables of locale(7).
package enum TerminalLanguage {
    /// The language; nil: they leave it to the configuration.
    ///
    /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty counts (POSIX.1-2017, 8.2). Cron and systemd give
    /// `LANG=C`, `C.UTF-8` or nothing to everybody, so that only `LC_ALL` and `LC_MESSAGES` ask for English by it.
    /// Languages that we do not speak are English.
    package static func choice(in variables: [String: String]) -> DigestLocale? {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = variables[name], !value.isEmpty else { continue }
            let language = value.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
            if name == "LANG", language == "C" || language == "POSIX" { return nil }
            return language == "ja" ? .ja : .en
        }
        return nil
    }
}
