import FeedConfiguration

/// Names on the command line that must be ones of the state or the configuration.
enum KnownName {
    /// Ends the command if a name that was asked for is none; suggests the one that was meant.
    static func require(_ name: String, among known: [String], what: String) throws(CommandFailure) {
        guard !known.contains(name) else { return }
        let shown = Diagnostic.printable(name)
        let cure =
            if let meant = Spelling.nearest(to: name, among: known) {
                "did you mean \"\(Diagnostic.printable(meant))\"?"
            } else if known.isEmpty {
                "there is none yet"
            } else {
                "there are: "
                    + known.prefix(20).map(Diagnostic.printable).joined(separator: ", ")
                    + (known.count > 20 ? ", …" : "")
            }
        throw CommandFailure(.usage, "kawaraban: no \(what) is called \"\(shown)\"; \(cure)")
    }
}
