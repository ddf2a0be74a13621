import FeedModel
import FeedStages
import FeedState
import Logging

/// What a run logs of what happens in it. Operations.md has each event with its level and members.
struct RunLog: Sendable {
    let logger: Logger

    /// Logs what is told as an event.
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
        case .messagePreviewed(let sink, let target, let payload):
            logger.info(
                "message",
                metadata: [
                    "sink": "\(sink)", "target": "\(target)", "outcome": "previewed", "bytes": .count(payload.count),
                ])
        case .warning(let error): logger.warning("warning", metadata: error.logged)
        case .finished: logger.info("run_ended")
        }
    }

    /// Logs how a source fared, or why it was not asked, and for how long it is not.
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

    /// Logs what a document needed before it could be read: louder where that cost something of it.
    func repairs(_ repairs: [Repair], of source: String) {
        for repair in repairs {
            logger.log(
                level: repair.isLoss ? .warning : .debug, "repair",
                metadata: ["source": "\(source)", "code": "\(repair.code)", "count": .count(repair.count)])
        }
    }

    /// Logs what the state made of a fetch: which of its entries it had never seen, and which it did not believe to be
    /// new.
    func stored(_ receipt: StoredFetch, of source: String) {
        logger.debug(
            "stored",
            metadata: [
                "source": "\(source)", "new": .count(receipt.new), "quarantined": .count(receipt.quarantined),
                "known_anew": .count(receipt.rematched),
            ])
    }

    /// Logs what the user will be told.
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

    /// Logs trouble with the state, which ends the run.
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
    /// What of it may be logged: its facts and the other side's words may be parts of an answer.
    var logged: Logger.Metadata {
        var facts: Logger.Metadata = ["code": "\(code.rawValue)", "subject": "\(subject)"]
        if let retryAfter { facts["retry_after_s"] = retryAfter.loggedSeconds }
        return facts
    }
}
