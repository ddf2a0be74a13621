import FeedConfiguration
import FeedStages

extension PlanAssembly {
    /// Two pipelines may not replace one file, two sinks may not write one, and none may touch what is ours.
    func checkTargets(_ pipelines: [PlannedPipeline], _ sinks: Sinks) {
        var exclusive: [String: String] = [:]
        var writers: [String: String] = [:]
        let ours = OwnFiles(config: path, state: statePath)
        var reported: Set<String> = []
        let places = Dictionary(sinks.planned.map { ($0.name, $0.place) }) { first, _ in first }
        for pipeline in pipelines {
            for name in pipeline.sinks {
                guard let sink = sinks.instances[name], let place = places[name] else { continue }
                for written in sink.writtenPaths {
                    if let fault = ours.fault(of: written), reported.insert("\(name) \(written)").inserted {
                        report("sinks.\(name): \(written) \(fault)", at: place, suggestion: "choose another path")
                    }
                    let target = Self.expanded(written, pipeline.name)
                    let other = writers[target] ?? name
                    if other != name, reported.insert("\(name) \(other)").inserted {
                        report(
                            "sinks.\(name) writes the same file as sinks.\(other): \(written)", at: place,
                            suggestion: "choose another path")
                    }
                    writers[target] = name
                }
                guard let target = sink.exclusiveTarget(pipeline: pipeline.name) else { continue }
                let normal = LexicalPath.absolute(target)
                if let other = exclusive[normal], other != pipeline.name {
                    report(
                        "pipelines.\(pipeline.name) and pipelines.\(other) replace the same file by sinks.\(name)",
                        at: pipeline.place, suggestion: "put {{pipeline}} into its path")
                }
                exclusive[normal] = pipeline.name
            }
        }
    }

    private static func expanded(_ path: String, _ pipeline: String) -> String {
        LexicalPath.absolute(
            path.split(separator: "{{pipeline}}", omittingEmptySubsequences: false).joined(separator: pipeline))
    }
}
