/// The version, in its only place: `--version`, `User-Agent` and the metrics use it.
enum KawarabanVersion {
    /// `MAJOR.MINOR.PATCH`; CHANGELOG.md has a heading for it.
    static let current = "0.1.0"
}
