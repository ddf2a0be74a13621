import FeedModel
import FeedStages
import Logging

extension RunLog {
    /// Logs the verdict on each entry of a pipeline, and the filter that decided it.
    func verdicts(in judged: Judged, of pipeline: String) {
        guard logger.logLevel <= .debug else { return }
        for head in judged.batch.candidates {
            for candidate in head.flattened { verdict(on: candidate, of: pipeline, by: judged.decidedBy[head.key]) }
        }
    }

    private func verdict(on candidate: Candidate, of pipeline: String, by filter: String?) {
        var facts: Logger.Metadata = [
            "pipeline": "\(pipeline)", "source": "\(candidate.source)", "entry": "\(candidate.key)",
        ]
        if let title = candidate.entry.title { facts["title"] = "\(title)" }
        if let filter { facts["filter"] = "\(filter)" }
        if let other = candidate.sameAs { facts["same_as"] = "\(other)" }
        switch candidate.verdict {
        case .keep: facts["verdict"] = "kept"
        case .drop(_, let kind):
            facts["verdict"] = "dropped"
            facts["code"] = "\(kind.rawValue)"
        case .hold(let until, _, let kind):
            facts["verdict"] = "held"
            facts["code"] = "\(kind.rawValue)"
            if let until { facts["until"] = "\(until.rfc3339())" }
        }
        logger.debug("verdict", metadata: facts)
    }
}
