import FeedModel
import FeedStages
import FeedState
import Logging

extension RunLog {
    /// Logs one attempt to deliver a message: received, or the error.
    func attempt(
        _ message: Message, at sink: String, number: Int, since begun: ContinuousClock.Instant, _ error: StageError?
    ) {
        guard logger.logLevel <= .debug else { return }
        var facts = error?.logged ?? [:]
        facts["sink"] = "\(sink)"
        facts["target"] = "\(message.target)"
        facts["message"] = "\(message.id)"
        facts["number"] = .count(number)
        facts["outcome"] = error == nil ? "received" : "failed"
        facts["bytes"] = .count(message.payload.count)
        facts["ms"] = (ContinuousClock.now - begun).loggedMilliseconds
        logger.debug("attempt", metadata: facts)
    }

    /// Logs that a sink's queue waits because of `retry`, `rate`, or a `pause` of its endpoint that outlasts the run.
    func wait(at sink: String, cause: String, _ wait: Duration? = nil) {
        logger.debug(
            "wait",
            metadata: ["sink": "\(sink)", "cause": "\(cause)"].merging(
                wait.map { ["wait_s": $0.loggedSeconds] } ?? [:]
            ) { $1 })
    }

    /// Logs how many messages were composed from how many waiting entries.
    func composed(_ planned: PlanningOutcome, of pipeline: String, for sink: String) {
        logger.debug(
            "composed",
            metadata: [
                "pipeline": "\(pipeline)", "sink": "\(sink)", "messages": .count(planned.messages),
                "entries": .count(planned.entries),
            ])
    }
}
