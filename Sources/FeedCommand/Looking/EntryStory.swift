import FeedConfiguration
import FeedEngine
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// The life of an entry as lines: where it came from, what each filter said, where it went.
struct EntryStory {
    let life: EntryLife
    /// What the configuration says now, or nil if it cannot be read.
    let plan: Plan?
    let zone: Zone
    let now: Timestamp
    private let catalogue = Catalogue.english

    init(_ life: EntryLife, plan: Plan?, zone: Zone, now: Timestamp) {
        self.life = life
        self.plan = plan
        self.zone = zone
        self.now = now
    }

    var lines: [String] {
        let entry = life.entry
        var lines = ["\(entry.id.key)  \(entry.shownTitle(columns: 100))"]
        if let url = entry.entry.url { lines.append("  \(VisibleText.line(url))") }
        let published = entry.entry.published.map { ", published \(time($0))" } ?? ", undated"
        lines.append(
            "  source \(quoted(entry.source))\(place(of: entry.source)): first seen \(time(entry.firstSeen)), "
                + "last seen \(time(entry.lastSeen))\(published)")
        for pipeline in life.pipelines { lines += story(of: pipeline) }
        if life.pipelines.isEmpty { lines.append("  in no pipeline: \(reasonForNone)") }
        return lines
    }

    /// Why no pipeline has it.
    private var reasonForNone: String {
        guard let plan else { return "none had its source when it came" }
        let source = life.entry.source
        let pipelines = plan.pipelines.filter { $0.sources.contains(source) }
        guard !pipelines.isEmpty else { return "no pipeline of the configuration has the source \(quoted(source))" }
        return "its source was not loaded completely yet; then the `first_run` newest begin to wait"
    }

    private func story(of pipeline: EntryLife.InPipeline) -> [String] {
        let planned = plan?.pipelines.first { $0.name == pipeline.name }
        let isGone = plan != nil && planned == nil
        var lines = [
            "  pipeline \(quoted(pipeline.name))\(isGone ? " (not in the configuration any more)" : ""): "
                + verdict(in: pipeline)
        ]
        if pipeline.state != .waiting, pipeline.state != .quarantined { lines += filters(of: pipeline, planned) }
        if let same = pipeline.sameAs { lines.append("    told with \(same.key), which is the same") }
        if !pipeline.duplicates.isEmpty {
            let duplicates = pipeline.duplicates.map { "\(quoted($0.source)) (\($0.key))" }
            lines.append("    also in \(duplicates.joined(separator: ", "))")
        }
        for sink in pipeline.sinks { lines.append("    → sink \(quoted(sink.name)): \(fate(at: sink))") }
        return lines
    }

    private func verdict(in pipeline: EntryLife.InPipeline) -> String {
        let decided = time(pipeline.decidedAt)
        switch pipeline.state {
        case .waiting: return "waits for its next delivery since \(decided)"
        case .quarantined: return "held back since \(decided), as nearly all of its feed was new at once"
        case .held: return "held on \(decided)" + (pipeline.until.map { ", until \(time($0)) at most" } ?? "")
        case .dropped: return "dropped on \(decided)"
        case .kept: return "kept on \(decided)"
        }
    }

    /// A line for each filter, as far as the entry came. A filter that the configuration does not have (any more) has
    /// no place there, and then nobody can tell what came before it.
    private func filters(of pipeline: EntryLife.InPipeline, _ planned: PlannedPipeline?) -> [String] {
        let chain = planned?.filters ?? []
        guard let last = pipeline.filter else {
            guard pipeline.state == .kept else { return pipeline.reason.map { ["    \(shown($0))"] } ?? [] }
            return chain.map { line($0.name, $0.place, "passed") }
        }
        var verdict = pipeline.state == .held ? "holds it" : "dropped it"
        if let since = pipeline.holds[last] { verdict += " since \(time(since))" }
        if let reason = pipeline.reason { verdict += ": \(shown(reason))" }
        guard let index = chain.firstIndex(where: { $0.name == last }) else { return [line(last, nil, verdict)] }
        return chain[..<index].map { line($0.name, $0.place, "passed") } + [line(last, chain[index].place, verdict)]
            + chain[(index + 1)...].map { line($0.name, $0.place, "not asked") }
    }

    private func line(_ filter: String, _ place: Place?, _ verdict: String) -> String {
        let place = place.map { " (\(Diagnostic.printable($0.file)):\($0.line))" } ?? ""
        return "    \(shown(filter))\(place): \(verdict)"
    }

    private func fate(at sink: EntryLife.AtSink) -> String {
        switch sink.state {
        case .waiting(let since): return "waits to be planned since \(time(since))"
        case .planned(let message):
            var text = "planned in message \(message.number) to \(target(message)) since \(time(message.plannedAt))"
            if message.attempts > 0 { text += "; \(tries(message.attempts))" }
            if let reason = message.lastReason { text += ", the last one failed: \(what(reason))" }
            if let next = message.nextAt, next > now { text += "; not tried before \(time(next))" }
            return text
        case .delivered(let message):
            return "delivered\(on(message.finishedAt)) in message \(message.number) to \(target(message))"
        case .givenUp(let message):
            let reason = message.lastReason.map { ": \(what($0))" } ?? ""
            return "given up\(on(message.finishedAt)) after \(tries(message.attempts)), message \(message.number) to "
                + "\(target(message))\(reason); `kawaraban state retry` tries again"
        case .discarded(let message):
            return "discarded\(on(message.finishedAt)) as you asked, message \(message.number) to \(target(message))"
        case .unknown:
            return "nothing is known (any more): it came before the sink did, or was delivered longer ago than is kept"
        }
    }

    private func place(of source: String) -> String {
        guard let place = plan?.sources.first(where: { $0.name == source })?.place else { return "" }
        return " (\(Diagnostic.printable(place.file)):\(place.line))"
    }

    private func what(_ code: String) -> String {
        catalogue.forSinks.whatWithoutWords(StageError(StageError.Code(rawValue: code), subject: ""))
    }

    private func on(_ moment: Timestamp?) -> String { moment.map { " on \(time($0))" } ?? "" }
    private func target(_ message: EntryLife.MessageLife) -> String { shown(message.target) }
    private func tries(_ count: Int) -> String { count == 1 ? "1 try" : "\(count) tries" }
    private func time(_ moment: Timestamp) -> String { DigestDates(zone: zone).minute(moment) }
    private func shown(_ text: String) -> String { DisplayWidth.fit(VisibleText.line(text), in: 200) }
    private func quoted(_ name: String) -> String { "\"\(shown(name))\"" }
}
