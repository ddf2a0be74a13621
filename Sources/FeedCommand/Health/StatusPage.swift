import FeedConfiguration
import FeedEngine
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// Everything that is known of one source, for people.
struct StatusPage {
    let source: SourceStatus
    let survey: HealthSurvey
    var documents: [DocumentRecord]
    /// What is known of how its entries are told apart, or nil.
    var notes: IdentityNotes?
    let catalogue: Catalogue

    private var now: Timestamp { survey.now }

    /// The page's lines; what is not known is left out.
    var lines: [String] {
        let facts = heading + story + identity + shape + rhythm + plans
        let width = facts.map { DisplayWidth.of($0.name) }.max() ?? 0
        return ["\(VisibleText.line(source.name)): \(source.state(at: now))"]
            + facts.map { "  \(DisplayWidth.pad($0.name, to: width))  \(VisibleText.line($0.value))" }
    }

    private typealias Fact = (name: String, value: String)

    private var heading: [Fact] {
        var facts: [Fact] = []
        if let title = source.plan?.title ?? source.record?.title { facts.append(("title", title)) }
        if let plan = source.plan { facts.append(("type", "\(plan.type), at \(plan.place.file):\(plan.place.line)")) }
        if let request = source.request { facts.append(("asks for", request)) }
        if let moved = source.record?.movedTo {
            facts.append(("moved to", "\(moved) (asked there; change `url`\(addressPlace))"))
        } else if let moving = source.record?.movingTo {
            facts.append(
                ("redirected to", "\(moving.address) since \(moment(moving.since)); not yet taken for a move"))
        }
        guard let record = source.record else { return facts + [("last success", "never asked")] }
        if !record.pipelines.isEmpty { facts.append(("pipelines", record.pipelines.joined(separator: ", "))) }
        return facts
    }

    private var addressPlace: String { source.plan?.addressPlace.map { " at \($0.file):\($0.line)" } ?? "" }

    private var story: [Fact] {
        guard let record = source.record else { return [] }
        let health = record.health
        var facts: [Fact] = [("last success", health.lastSuccess.map(moment) ?? "never")]
        if let attempt = health.lastAttempt, attempt != health.lastSuccess {
            facts.append(("last asked", moment(attempt)))
        }
        if let status = record.httpStatus { facts.append(("HTTP status", "\(status)")) }
        facts.append(("took", Span.taken(record.seconds).isEmpty ? "less than 0.1 s" : Span.taken(record.seconds)))
        if let since = health.failingSince {
            let times = health.failures == 1 ? "once" : "\(health.failures) times in a row"
            facts.append(("failing", "\(times), since \(moment(since))"))
        }
        if let error = record.error {
            facts.append(("last error", catalogue.what(error)))
            facts.append(("what to do", catalogue.cure(error)))
            if !error.subject.isEmpty { facts.append(("concerns", error.subject)) }
        }
        if let stopped = health.stoppedAt {
            facts.append(("not asked", "since \(moment(stopped)); `kawaraban state retry` asks it again"))
        }
        if let told = health.toldAt { facts.append(("told", moment(told))) }
        if record.recentFailures > 0 {
            facts.append(("lately", "\(record.recentFailures) of the last \(record.recentFetches) fetches failed"))
        }
        if health.slowFetches > 0 {
            facts.append(("slow", "\(health.slowFetches) of the last 5 fetches took over 10 s"))
        }
        if !record.repairs.isEmpty {
            facts.append(("mended", record.repairs.map(catalogue.repair).joined(separator: ", ")))
        }
        return facts
            + documents.map { document in
                (
                    "document",
                    "\(document.key.rawValue): \(catalogue.what(document.error)); \(catalogue.cure(document.error))"
                )
            }
    }

    private var identity: [Fact] {
        guard let notes else { return [] }
        var facts: [Fact] = []
        if let former = notes.formerTitle, let changed = notes.titleChangedAt {
            facts.append(
                ("identity changed", "called \"\(former)\" until \(moment(changed)): look whether it is still yours"))
        }
        if notes.guidChanges > 0, let changed = notes.guidsChangedAt {
            let times = notes.guidChanges == 1 ? "once" : "\(notes.guidChanges) times"
            facts.append(("other ids", "\(times), last \(moment(changed)); its entries were known again"))
        }
        if let flooded = notes.floodedAt {
            facts.append(
                ("put aside", "entries since \(moment(flooded)); `kawaraban state retry` or `state forget` decides"))
        }
        return facts
    }

    private var shape: [Fact] {
        (source.record?.goneFields ?? []).map { field in
            ("gone", "\(field.name) since \(moment(field.since)); nearly all entries had them before")
        }
    }

    private var rhythm: [Fact] {
        guard let record = source.record, record.loadedAt != nil else { return [] }
        var facts: [Fact] = [
            (
                "entries",
                "\(record.entries) stored, \(StatusTable.rate(record.entriesPerWeek)) a week over the last four"
            )
        ]
        if let newest = record.newest { facts.append(("newest", moment(newest))) }
        if let missed = record.missed {
            let when = record.missesEntries(at: now) ? "" : "last noticed \(moment(missed.at)): "
            facts.append(("missed", when + MissedText(missed.entries, zone: survey.zone).sentence))
        }
        if let silence = record.silence {
            facts.append(
                (
                    "silent",
                    "nothing new for \(Span.text(silence.lasts)); before, \(silence.before.entries) in "
                        + Span.text(silence.before.span)
                ))
        }
        return facts
    }

    private var plans: [Fact] {
        guard let record = source.record, source.isUsed, record.health.stoppedAt == nil else { return [] }
        var facts: [Fact] = []
        if let wait = record.notBefore, wait > now { facts.append(("server's wish", "not before \(moment(wait))")) }
        if let retry = record.retryAt, retry > now {
            facts.append(("left alone", "until \(moment(retry)); `run --now` asks it all the same"))
        }
        if let server = survey.server(of: source) {
            if let pause = survey.pauses[server] {
                facts.append(("server's pause", "\(server) is not asked before \(moment(pause))"))
            }
            for budget in survey.budgets where budget.server == server {
                let allowed = budget.allowed.map { " of \($0)" } ?? ""
                facts.append(
                    ("server's budget", "\(budget.remaining)\(allowed) requests left until \(moment(budget.resetsAt))"))
            }
        }
        facts.append(("asked next", record.nextPoll(at: now).map(moment) ?? "at the next run"))
        return facts
    }

    /// `2026-11-20 07:00 (3 d ago)`
    private func moment(_ moment: Timestamp) -> String {
        let shown = DigestDates(zone: survey.zone).minute(moment)
        return moment > now ? "\(shown) (in \(Span.text(moment - now)))" : "\(shown) (\(Span.text(now - moment)) ago)"
    }
}
