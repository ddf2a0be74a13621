import FeedModel
import FeedStages
import FeedState
import Logging

/// Logs the events of a run. Operations.md lists each event with its level and members.
struct RunLog: Sendable {
    let logger: Logger

    /// Logs an event of the run.
    func note(_ event: RunEvent) {
        switch event {
        case .started(let sources, let pipelines):
            logger.info("run_begun", metadata: ["sources": .count(sources), "pipelines": .count(pipelines)])
        case .openMessagesFound(let count): logger.info("open_messages", metadata: ["messages": .count(count)])
        case .sourceStarted(let name): logger.debug("fetch_begun", metadata: ["source": "\(name)"])
        case .sourceFinished(let name, let outcome): fetch(of: name, outcome)
        case .pipelinePlanned(let name, let outcome):
            logger.log(
                level: outcome.error == nil ? .info : .warning, "pipeline", metadata: Self.facts(of: name, outcome))
        case .messageDelivered(let sink, let target, let entries):
            logger.info(
                "message",
                metadata: [
                    "sink": "\(sink)", "target": "\(target)", "outcome": "delivered", "entries": .count(entries),
                ])
        case .messageFailed(let sink, let target, let error, let isGivenUp):
            var facts = error.logged
            facts["sink"] = "\(sink)"
            facts["target"] = "\(target)"
            facts["outcome"] = isGivenUp ? "given_up" : "waits"
            logger.warning("message", metadata: facts)
        case .messagePreviewed(let preview):
            logger.info(
                "message",
                metadata: [
                    "sink": "\(preview.sink)", "target": "\(preview.target)", "outcome": "previewed",
                    "bytes": .count(preview.payload.count), "entries": .count(preview.entries.count),
                ])
        case .fileExpired(let sink, let path, .success(let removal), let isPreview):
            logger.info(
                "old_file",
                metadata: [
                    "sink": "\(sink)", "file": "\(path)",
                    "outcome": "\(isPreview && removal == .removed ? "previewed" : removal.rawValue)",
                ])
        case .fileExpired(let sink, let path, .failure(let error), _):
            logger.warning(
                "old_file",
                metadata: error.logged.merging(["sink": "\(sink)", "file": "\(path)", "outcome": "failed"]) { $1 })
        case .warning(let error): logger.warning("warning", metadata: error.logged)
        case .finished: logger.info("run_ended")
        }
    }

    /// Logs the outcome of a source. If it was not fetched, logs why and for how long.
    func fetch(of source: String, _ outcome: SourceOutcome, wait: Duration? = nil) {
        logger.log(
            level: outcome.kind == .failed ? .warning : .info, "fetch",
            metadata: Self.facts(of: source, outcome, wait: wait))
        for failed in outcome.failedDocuments {
            logger.warning(
                "document",
                metadata: failed.error.logged.merging(["source": "\(source)", "document": "\(failed.key)"]) { $1 })
        }
    }

    /// Logs the repairs that made a document readable: a warning where a repair lost content, otherwise a debug line.
    func repairs(_ repairs: [Repair], of source: String) {
        for repair in repairs {
            logger.log(
                level: repair.isLoss ? .warning : .debug, "repair",
                metadata: ["source": "\(source)", "code": "\(repair.code)", "count": .count(repair.count)])
        }
    }

    /// Logs how the state stored a fetch: how many entries are new, are in quarantine, or are known under a new
    /// identity.
    func stored(_ receipt: StoredFetch, of source: String) {
        logger.debug(
            "stored",
            metadata: [
                "source": "\(source)", "new": .count(receipt.new), "quarantined": .count(receipt.quarantined),
                "known_anew": .count(receipt.rematched),
            ])
    }

    /// Logs a change that will be reported to the user.
    func change(_ change: RunReport.Change) {
        guard logger.logLevel <= .info else { return }
        var facts = change.error?.logged ?? [:]
        facts["change"] = "\(change.kind.rawValue)"
        if let source = change.source { facts["source"] = "\(source)" }
        if let sink = change.sink { facts["sink"] = "\(sink)" }
        if let entries = change.entries { facts["entries"] = .count(entries) }
        logger.info("news", metadata: facts)
    }

    /// Logs that a sink cannot be served.
    func sinkFailed(_ sink: String, _ error: StageError) {
        logger.warning("sink_failed", metadata: error.logged.merging(["sink": "\(sink)"]) { $1 })
    }

    /// Logs an error of the state, which ends the run.
    func stateFailed(_ error: StageError) { logger.error("state_failed", metadata: error.logged) }

    /// Logs that a stage of the run is over.
    func stage(_ name: String, since begun: ContinuousClock.Instant) {
        logger.debug(
            "stage", metadata: ["name": "\(name)", "ms": (ContinuousClock.now - begun).loggedMilliseconds])
    }

    private static func facts(of source: String, _ outcome: SourceOutcome, wait: Duration?) -> Logger.Metadata {
        var facts: Logger.Metadata = ["source": "\(source)", "outcome": "\(outcome.kind.rawValue)"]
        if let error = outcome.error { facts.merge(error.logged) { $1 } }
        if let reason = outcome.skipReason { facts["code"] = "\(reason.rawValue)" }
        if let wait { facts["wait_s"] = wait.loggedSeconds }
        if let status = outcome.httpStatus { facts["status"] = .count(status) }
        guard outcome.kind != .skipped else { return facts }
        facts["requests"] = .count(outcome.requests)
        facts["bytes"] = .count(outcome.bytes)
        facts["entries"] = .count(outcome.entries)
        facts["new"] = .count(outcome.new)
        facts["ms"] = .count(Int((outcome.seconds * 1000).rounded()))
        return facts
    }

    private static func facts(of pipeline: String, _ outcome: PipelineOutcome) -> Logger.Metadata {
        var facts: Logger.Metadata = outcome.error?.logged ?? [:]
        facts["pipeline"] = "\(pipeline)"
        facts["kept"] = .count(outcome.kept)
        facts["dropped"] = .count(outcome.dropped.values.reduce(0, +))
        facts["held"] = .count(outcome.held)
        facts["later"] = .count(outcome.later)
        return facts
    }
}

extension StageError {
    /// The members that may be logged. The others may quote parts of a response.
    var logged: Logger.Metadata {
        var facts: Logger.Metadata = ["code": "\(code.rawValue)", "subject": "\(subject)"]
        if let retryAfter { facts["retry_after_s"] = retryAfter.loggedSeconds }
        return facts
    }
}
