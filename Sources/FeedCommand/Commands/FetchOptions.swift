import ArgumentParser

/// What `run` and `collect` have in common.
struct FetchOptions: ParsableArguments {
    @Flag(help: "Asks sources that are not due, too; not before the moment a server asked us to wait for.")
    var now = false

    @Option(help: ArgumentHelp("Writes what the run did as JSON.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Writes what the run did as metrics, for the textfile collector of Prometheus' node_exporter.",
            valueName: "file"))
    var metrics: String?

    @Flag(help: "Exits with 1 if any source fails, also if that is nothing new.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Keeps every HTTP exchange as a text file, secrets masked. Wants an empty folder.", valueName: "dir"))
    var record: String?

    @Option(
        help: ArgumentHelp("Answers from such a folder, without network. Wants a --state of its own.", valueName: "dir")
    )
    var replay: String?

    func validate() throws {
        guard record == nil || replay == nil else {
            throw ValidationError("--record and --replay exclude each other")
        }
    }
}
