import FeedMessages
import FeedModel
import FeedRendering
import FeedState
import FeedSystem

/// The workers of a state that several machines share, one line each.
extension StatusTable {
    /// The most workers that are not there now.
    private static let mostAway = 10

    /// The lines for the workers, with an empty one before them. None for a state that is not shared.
    var workerLines: [String] {
        guard let records = survey.workers, !records.workers.isEmpty else { return [] }
        let present = records.workers.filter { $0.presence != .away }
        let away = records.workers.filter { $0.presence == .away }.sorted { $0.seenAt > $1.seenAt }
        let shown = (present + away.prefix(Self.mostAway)).sorted { $0.name < $1.name }
        var lines =
            [""] + table(heading(localized("status.columns.workers")), shown.map(row), dispensable: [3, 4])
        let rest = away.count - min(away.count, Self.mostAway)
        if rest > 0 { lines.append(localized("status.workers.more", ["count": .number(rest)])) }
        if shown.contains(where: { $0.presence == .lost }) { lines.append(localized("status.workers.lost")) }
        let groups = records.disagreeing
        if !groups.isEmpty {
            let names = groups.map { $0.prefix(5).map(\.name).joined(separator: ", ") }
            lines.append(
                VisibleText.line(
                    localized("status.workers.differ", ["workers": .text(names.joined(separator: " / "))])))
        }
        return lines
    }

    private func row(_ worker: WorkerRecord) -> [String] {
        // messages: status.worker.*
        let presence = localized("status.worker.\(worker.presence.rawValue)")
        let alive = worker.processes.count(where: \.isAlive)
        let age = max(.zero, (survey.workers?.now ?? survey.now) - worker.seenAt)
        return [
            worker.name, alive > 1 ? "\(presence) (\(alive)×)" : presence,
            worker.presence == .working
                ? localized("status.worker.now") : localized("status.ago", ["span": .span(age)]),
            worker.version ?? "-",
            worker.configuration.map { Hexadecimal.encode(Array($0.digest.prefix(4))) } ?? "-", holdings(of: worker),
        ]
    }

    /// `12 hosts, pipeline all, sinks page, mail`; `-` for nothing.
    private func holdings(of worker: WorkerRecord) -> String {
        var parts: [String] = []
        let hosts = worker.processes.reduce(0) { $0 + $1.hosts }
        if hosts > 0 { parts.append(localized("status.worker.hosts", ["count": .number(hosts)])) }
        for name in worker.processes.flatMap(\.pipelines) {
            parts.append(localized("status.worker.pipeline", ["name": .text(name)]))
        }
        for name in worker.processes.flatMap(\.sinks) {
            parts.append(localized("status.worker.sink", ["name": .text(name)]))
        }
        for lease in worker.processes.flatMap(\.maintenance) {
            // messages: status.worker.lease_*
            parts.append(localized("status.worker.lease_\(lease.rawValue)"))
        }
        return parts.isEmpty ? "-" : localized.commas(parts)
    }
}
