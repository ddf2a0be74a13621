import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// The history of an entry as lines: its source, the verdict of each filter, its deliveries.
struct EntryHistoryText {
    let history: EntryHistory
    /// The current configuration, or nil if it cannot be used.
    let plan: Plan?
    let zone: Zone
    let now: Timestamp
    private let localized: Localizer
    private var catalogue: Catalogue { Catalogue(localized) }

    init(_ history: EntryHistory, plan: Plan?, zone: Zone, now: Timestamp, _ localized: Localizer) {
        self.history = history
        self.plan = plan
        self.zone = zone
        self.now = now
        self.localized = localized
    }

    var lines: [String] {
        let entry = history.entry
        var lines = ["\(entry.id.key)  \(entry.entry.shownTitle(columns: 100, localized))"]
        if let url = entry.entry.url { lines.append("  \(VisibleText.line(url))") }
        var arguments = [
            "source": shown(entry.source), "first": time(entry.firstSeen), "last": time(entry.lastSeen),
        ]
        if let place = plan?.sources.first(where: { $0.name == entry.source })?.place {
            arguments["place"] = self.place(place)
        }
        if let published = entry.entry.published { arguments["published"] = time(published) }
        // messages: why.source*
        let origin = localized(entry.entry.published == nil ? "why.source_undated" : "why.source", arguments)
        lines.append("  \(origin)")
        for pipeline in history.pipelines { lines += pipelineLines(of: pipeline) }
        if history.pipelines.isEmpty {
            lines.append("  " + localized("why.no_pipeline", ["reason": .message(reasonForNone)]))
        }
        return lines
    }

    /// Why no pipeline has the entry.
    private var reasonForNone: LocalizedText {
        guard let plan else { return .message("why.none_had_source") }
        let source = history.entry.source
        let pipelines = plan.pipelines.filter { $0.sources.contains(source) }
        guard !pipelines.isEmpty else { return .message("why.none_has_source", ["source": shown(source)]) }
        return .message("why.not_loaded_yet")
    }

    private func pipelineLines(of pipeline: EntryHistory.InPipeline) -> [String] {
        let planned = plan?.pipelines.first { $0.name == pipeline.name }
        let isGone = plan != nil && planned == nil
        // messages: why.pipeline*
        let heading = localized(
            isGone ? "why.pipeline_gone" : "why.pipeline",
            ["pipeline": shown(pipeline.name), "verdict": .message(verdict(in: pipeline))])
        var lines = ["  \(heading)"]
        if pipeline.state != .waiting, pipeline.state != .quarantined { lines += filters(of: pipeline, planned) }
        if let same = pipeline.sameAs { lines.append("    " + localized("why.same_as", ["key": .text(same.key)])) }
        lines += storyLines(of: pipeline)
        if !pipeline.duplicates.isEmpty {
            let duplicates = pipeline.duplicates.map { duplicate in
                localized("why.duplicate", ["source": shown(duplicate.source), "key": .text(duplicate.key)])
            }
            lines.append("    " + localized("why.also_in", ["sources": .text(localized.commas(duplicates))]))
        }
        if let buzz = pipeline.buzz {
            let (entry, found) = (history.entry.entry, history.entry.firstSeen)
            let date = DigestEntry(key: "", entry: entry, source: "", sourceTitle: "", firstSeen: found).date
            lines += BuzzText(buzz, age: pipeline.decidedAt - date, localized).lines.map { "    " + $0 }
        }
        for sink in pipeline.sinks {
            let line = localized("why.sink", ["sink": shown(sink.name), "fate": .message(fate(at: sink))])
            lines.append("    → \(line)")
        }
        return lines
    }

    /// Which story the entry belongs to, and which others do.
    private func storyLines(of pipeline: EntryHistory.InPipeline) -> [String] {
        guard let story = pipeline.story, !(story.role == .head && pipeline.storyMembers.isEmpty) else { return [] }
        let keys = pipeline.storyMembers.map(\.key).filter { $0 != story.story }
        var arguments: [String: MessageArgument] = ["head": .text(story.story)]
        if !keys.isEmpty { arguments["others"] = .text(localized.commas(keys)) }
        // messages: why.story.*
        let isHead = story.role == .head
        return ["    " + localized(isHead ? "why.story.head" : "why.story.member", arguments)]
    }

    private func verdict(in pipeline: EntryHistory.InPipeline) -> LocalizedText {
        let decided = time(pipeline.decidedAt)
        switch pipeline.state {
        case .waiting: return .message("why.verdict.waiting", ["moment": decided])
        case .quarantined: return .message("why.verdict.quarantined", ["moment": decided])
        case .held:
            var arguments = ["moment": decided]
            if let until = pipeline.until { arguments["until"] = time(until) }
            return .message("why.verdict.held", arguments)
        case .dropped: return .message("why.verdict.dropped", ["moment": decided])
        case .kept:
            var arguments = ["moment": decided]
            if let reason = pipeline.reason { arguments["reason"] = shown(localized(reason)) }
            return .message("why.verdict.kept", arguments)
        }
    }

    /// Returns a line for each filter of the pipeline. If the deciding filter is no longer in the configuration, it has
    /// no place there, and only its own line is returned.
    private func filters(of pipeline: EntryHistory.InPipeline, _ planned: PlannedPipeline?) -> [String] {
        let chain = planned?.filters ?? []
        let passed = LocalizedText.message("why.filter.passed")
        guard let last = pipeline.filter else {
            guard pipeline.state == .kept else {
                return pipeline.reason.map { ["    \(visible(localized($0)))"] } ?? []
            }
            return chain.map { line($0.name, $0.place, passed) }
        }
        var arguments: [String: MessageArgument] = [:]
        if let since = pipeline.holds[last] { arguments["since"] = time(since) }
        if let reason = pipeline.reason { arguments["reason"] = shown(localized(reason)) }
        // messages: why.filter.*
        let verdict = LocalizedText.message(
            pipeline.state == .held ? "why.filter.holds" : "why.filter.dropped", arguments)
        guard let index = chain.firstIndex(where: { $0.name == last }) else { return [line(last, nil, verdict)] }
        return chain[..<index].map { line($0.name, $0.place, passed) } + [line(last, chain[index].place, verdict)]
            + chain[(index + 1)...].map { line($0.name, $0.place, .message("why.filter.not_asked")) }
    }

    private func line(_ filter: String, _ place: Place?, _ verdict: LocalizedText) -> String {
        var arguments = ["filter": shown(filter), "verdict": .message(verdict)]
        if let place { arguments["place"] = self.place(place) }
        return "    " + localized("why.filter", arguments)
    }

    private func fate(at sink: EntryHistory.AtSink) -> LocalizedText {
        switch sink.state {
        case .waiting(let since): return .message("why.fate.waiting", ["since": time(since)])
        case .planned(let message):
            var arguments = facts(of: message)
            arguments["since"] = time(message.plannedAt)
            var fate = LocalizedText.message("why.fate.planned", arguments)
            if message.attempts > 0 {
                arguments = ["fate": .message(fate), "count": .number(message.attempts)]
                if let reason = message.lastReason { arguments["reason"] = what(reason) }
                fate = .message("why.fate.tried", arguments)
            }
            guard let next = message.nextAt, next > now else { return fate }
            return .message("why.fate.not_before", ["fate": .message(fate), "next": time(next)])
        case .delivered(let message): return .message("why.fate.delivered", facts(of: message))
        case .givenUp(let message):
            var arguments = facts(of: message)
            arguments["count"] = .number(message.attempts)
            if let reason = message.lastReason { arguments["reason"] = what(reason) }
            return .message("why.fate.given_up", arguments)
        case .discarded(let message): return .message("why.fate.discarded", facts(of: message))
        case .unknown: return .message("why.fate.unknown")
        }
    }

    /// Returns the message's number, its target, and when it was finished.
    private func facts(of message: EntryHistory.MessageHistory) -> [String: MessageArgument] {
        var facts: [String: MessageArgument] = [
            "message": .text("\(message.number)"), "target": shown(message.target),
        ]
        if let moment = message.finishedAt { facts["moment"] = time(moment) }
        return facts
    }

    private func what(_ code: String) -> MessageArgument {
        MessageArgument(
            catalogue.forSinks.whatWithoutWords(StageError(StageError.Code(rawValue: code), subject: "")))
    }

    private func place(_ place: Place) -> MessageArgument { .text("\(Diagnostic.printable(place.file)):\(place.line)") }
    private func time(_ moment: Timestamp) -> MessageArgument { .text(DigestDates(zone: zone).minute(moment)) }
    private func shown(_ text: String) -> MessageArgument { .text(visible(text)) }
    private func visible(_ text: String) -> String { DisplayWidth.fit(VisibleText.line(text), in: 200) }
}
