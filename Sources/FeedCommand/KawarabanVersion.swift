/// The only definition of the version, for `--version`, `User-Agent` and the metrics.
enum KawarabanVersion {
    /// `MAJOR.MINOR.PATCH`; CHANGELOG.md has a heading for it.
    static let current = "0.2.0"
}
