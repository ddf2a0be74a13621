import FeedConfiguration

extension PlanAssembly {
    /// The pipeline that carries our own notices to the sinks of `settings.notices`, or nil: to none.
    ///
    /// - Parameter pairs: the pipelines of the file, none of which may have its name.
    func noticesPipeline(_ wanted: Node?, _ wiring: inout PipelineNames, pairs: [Node.Pair]) -> PlannedPipeline? {
        guard let wanted else { return nil }
        let path = "settings.notices"
        let nodes = wanted.list ?? (wanted.scalar != nil && !wanted.isNull ? [wanted] : [])
        if nodes.isEmpty {
            report("\(path): expected the name of a sink, or a list of them, found \(wanted.shown)", at: wanted.place)
        }
        if let other = pairs.first(where: { $0.key == Notices.pipelineName }) {
            report(
                "pipelines.\(other.key): `\(path)` makes a pipeline of this name", at: other.place,
                suggestion: "choose another name")
        }
        let names = nodes.filter { node in
            if node.scalar != nil, !node.isNull { return true }
            report("\(path): expected a name, found \(node.shown)", at: node.place)
            return false
        }
        let sinks = wiring.resolveSinks(
            names, self.section(Node(.map([]), at: wanted.place), path: "settings"), as: path)
        guard !sinks.isEmpty else { return nil }
        return PlannedPipeline(
            name: Notices.pipelineName, title: Notices.title, place: wanted.place, schedule: nil, sources: [],
            filters: [], groupBy: .none, sinks: sinks)
    }
}
