import ArgumentParser

/// The options of `run` and `collect`.
struct FetchOptions: ParsableArguments {
    @Flag(help: .localized("help.fetch.now"))
    var now = false

    @Option(help: .localized("help.fetch.report", valueName: "file"), completion: .file())
    var report: String?

    @Option(help: .localized("help.fetch.metrics", valueName: "file"), completion: .file())
    var metrics: String?

    @Flag(help: .localized("help.fetch.strict"))
    var strict = false

    @Option(help: .localized("help.fetch.record", valueName: "dir"), completion: .directory)
    var record: String?

    @Option(help: .localized("help.fetch.replay", valueName: "dir"), completion: .directory)
    var replay: String?

    @Option(help: .localized("help.fetch.worker", valueName: "name"))
    var worker: String?

    func validate() throws {
        try WorkerName.validate(worker)
        guard record == nil || replay == nil else {
            throw ValidationError(Surroundings.localized("usage.record_and_replay"))
        }
    }
}
