import FeedModel
import FeedStages
import Logging

extension RunLog {
    /// Logs the verdict on each entry of a pipeline, and the filter that decided it.
    func verdicts(in batch: Batch, of pipeline: String, decidedBy filters: [String: String]) {
        guard logger.logLevel <= .debug else { return }
        for candidate in batch.candidates {
            var facts: Logger.Metadata = [
                "pipeline": "\(pipeline)", "source": "\(candidate.source)", "entry": "\(candidate.key)",
            ]
            if let title = candidate.entry.title { facts["title"] = "\(title)" }
            if let filter = filters[candidate.key] { facts["filter"] = "\(filter)" }
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
}
