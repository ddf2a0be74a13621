import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// All facts about one source, for people.
struct StatusPage {
    let source: SourceStatus
    let survey: HealthSurvey
    var documents: [DocumentRecord]
    /// The history of how the feed's entries were identified, or nil.
    var notes: IdentityNotes?
    let catalogue: Catalogue
    let localized: Localizer

    private var now: Timestamp { survey.now }

    /// The lines of the page. Unknown facts are left out.
    var lines: [String] {
        let facts = (heading + story + identity + shape + rhythm + plans).map {
            (localized($0.name), localized($0.value))
        }
        let width = facts.map { DisplayWidth.of($0.0) }.max() ?? 0
        let title = localized(
            "status.page.title",
            ["source": .text(source.name), "state": .message(StatusWords.word(source.state(at: now)))])
        return [VisibleText.line(title)]
            + facts.map { "  \(DisplayWidth.pad($0.0, to: width))  \(VisibleText.line($0.1))" }
    }

    private typealias Fact = (name: LocalizedText, value: LocalizedText)

    private var heading: [Fact] {
        var facts: [Fact] = []
        if let title = source.plan?.title ?? source.record?.title {
            facts.append((.message("status.fact.title"), Self.plain(title)))
        }
        if let plan = source.plan {
            facts.append(
                (
                    .message("status.fact.type"),
                    .message(
                        "status.page.type",
                        ["type": .text(plan.type), "place": .text("\(plan.place.file):\(plan.place.line)")])
                ))
        }
        if let request = source.request { facts.append((.message("status.fact.request"), Self.plain(request))) }
        if let moved = source.record?.movedTo {
            var arguments: [String: MessageArgument] = ["address": .text(moved)]
            if let place = source.plan?.addressPlace { arguments["place"] = .text("\(place.file):\(place.line)") }
            facts.append((.message("status.fact.moved_to"), .message("status.page.moved_to", arguments)))
        } else if let moving = source.record?.movingTo {
            facts.append(
                (
                    .message("status.fact.redirected_to"),
                    .message(
                        "status.page.redirected_to",
                        ["address": .text(moving.address), "since": .message(moment(moving.since))])
                ))
        }
        guard let record = source.record else {
            return facts + [(.message("status.fact.last_success"), .message("status.page.never_asked"))]
        }
        if !record.pipelines.isEmpty {
            let pipelines = Quantity.row(record.pipelines, in: localized.language)
            facts.append((.message("status.fact.pipelines"), Self.plain(pipelines)))
        }
        return facts
    }

    private var story: [Fact] {
        guard let record = source.record else { return [] }
        let health = record.health
        var facts: [Fact] = [
            (.message("status.fact.last_success"), health.lastSuccess.map(moment) ?? .message("status.never"))
        ]
        if let attempt = health.lastAttempt, attempt != health.lastSuccess {
            facts.append((.message("status.fact.last_asked"), moment(attempt)))
        }
        if let status = record.httpStatus {
            facts.append((.message("status.fact.http_status"), Self.plain("\(status)")))
        }
        facts.append(
            (.message("status.fact.took"), Self.plain(Quantity.taken(record.seconds, in: localized.language))))
        if let since = health.failingSince {
            facts.append(
                (
                    .message("status.fact.failing"),
                    // messages: status.page.failed_*
                    .message(
                        health.failures == 1 ? "status.page.failed_once" : "status.page.failed_times",
                        ["count": .number(health.failures), "since": .message(moment(since))])
                ))
        }
        if let error = record.error {
            facts.append((.message("status.fact.last_error"), Self.plain(catalogue.what(error))))
            facts.append((.message("status.fact.cure"), Self.plain(catalogue.cure(error))))
            if !error.subject.isEmpty { facts.append((.message("status.fact.subject"), Self.plain(error.subject))) }
        }
        if let stopped = health.stoppedAt {
            facts.append(
                (
                    .message("status.fact.not_asked"),
                    .message("status.page.not_asked", ["since": .message(moment(stopped))])
                ))
        }
        if let notified = health.notifiedAt { facts.append((.message("status.fact.told"), moment(notified))) }
        return facts + quality(record)
    }

    private func quality(_ record: FeedRecord) -> [Fact] {
        var facts: [Fact] = []
        if record.recentFailures > 0 {
            facts.append(
                (
                    .message("status.fact.lately"),
                    .message(
                        "status.page.recent_failures",
                        ["failures": .number(record.recentFailures), "fetches": .number(record.recentFetches)])
                ))
        }
        if record.health.slowFetches > 0 {
            facts.append(
                (
                    .message("status.fact.slow"),
                    .message("status.page.slow_fetches", ["count": .number(record.health.slowFetches)])
                ))
        }
        if !record.repairs.isEmpty {
            let repairs = Quantity.row(record.repairs.map(catalogue.repair), in: localized.language)
            facts.append((.message("status.fact.mended"), Self.plain(repairs)))
        }
        return facts
            + documents.map { document in
                (
                    .message("status.fact.document"),
                    .message(
                        "status.page.document",
                        [
                            "document": .text(document.key.rawValue),
                            "what": MessageArgument(catalogue.what(document.error)),
                            "cure": MessageArgument(catalogue.cure(document.error)),
                        ])
                )
            }
    }

    private var identity: [Fact] {
        guard let notes else { return [] }
        var facts: [Fact] = []
        if let former = notes.formerTitle, let changed = notes.titleChangedAt {
            facts.append(
                (
                    .message("status.fact.identity_changed"),
                    .message(
                        "status.page.identity_changed", ["title": .text(former), "moment": .message(moment(changed))])
                ))
        }
        if notes.guidChanges > 0, let changed = notes.guidsChangedAt {
            facts.append(
                (
                    .message("status.fact.other_ids"),
                    // messages: status.page.other_ids_*
                    .message(
                        notes.guidChanges == 1 ? "status.page.other_ids_once" : "status.page.other_ids_times",
                        ["count": .number(notes.guidChanges), "moment": .message(moment(changed))])
                ))
        }
        if let flooded = notes.floodedAt {
            facts.append(
                (
                    .message("status.fact.put_aside"),
                    .message("status.page.put_aside", ["since": .message(moment(flooded))])
                ))
        }
        return facts
    }

    private var shape: [Fact] {
        (source.record?.goneFields ?? []).map { field in
            (
                .message("status.fact.gone_field"),
                .message(
                    "status.page.gone_field", ["field": .text(field.name), "since": .message(moment(field.since))])
            )
        }
    }

    private var rhythm: [Fact] {
        guard let record = source.record, record.loadedAt != nil else { return [] }
        var facts: [Fact] = [
            (
                .message("status.fact.entries"),
                .message(
                    "status.page.entries",
                    ["count": .number(record.entries), "rate": .text(StatusTable.rate(record.entriesPerWeek))])
            )
        ]
        if let newest = record.newest { facts.append((.message("status.fact.newest"), moment(newest))) }
        if let missed = record.missed {
            var arguments = ["sentence": MessageArgument(MissedText(missed.entries, zone: survey.zone).words)]
            if !record.missesEntries(at: now) { arguments["noticed"] = .message(moment(missed.at)) }
            facts.append((.message("status.fact.missed"), .message("status.page.missed", arguments)))
        }
        if let silence = record.silence {
            facts.append(
                (
                    .message("status.fact.silent"),
                    .message(
                        "status.page.silent",
                        [
                            "span": .span(silence.lasts), "entries": .number(silence.before.entries),
                            "before": .span(silence.before.span),
                        ])
                ))
        }
        return facts
    }

    private var plans: [Fact] {
        guard let record = source.record, source.isUsed, record.health.stoppedAt == nil else { return [] }
        var facts: [Fact] = []
        if let wait = record.notBefore, wait > now {
            facts.append(
                (
                    .message("status.fact.server_wish"),
                    .message("status.page.server_wish", ["moment": .message(moment(wait))])
                )
            )
        }
        if let retry = record.retryAt, retry > now {
            facts.append(
                (
                    .message("status.fact.left_alone"),
                    .message("status.page.left_alone", ["moment": .message(moment(retry))])
                )
            )
        }
        if let server = survey.server(of: source) { facts += politeness(to: server) }
        let next = survey.nextPoll(of: source).map(moment) ?? .message("status.page.next_run")
        return facts + [(.message("status.fact.asked_next"), next)]
    }

    private func politeness(to server: String) -> [Fact] {
        var facts: [Fact] = []
        if let pause = survey.pauses[server] {
            facts.append(
                (
                    .message("status.fact.server_pause"),
                    .message("status.page.server_pause", ["server": .text(server), "moment": .message(moment(pause))])
                ))
        }
        for budget in survey.budgets where budget.server == server {
            var arguments: [String: MessageArgument] = [
                "left": .number(budget.remaining), "moment": .message(moment(budget.resetsAt)),
            ]
            if let allowed = budget.allowed { arguments["allowed"] = .number(allowed) }
            facts.append((.message("status.fact.server_budget"), .message("status.page.server_budget", arguments)))
        }
        return facts
    }

    /// `2026-11-20 07:00 (3 d ago)`
    private func moment(_ moment: Timestamp) -> LocalizedText {
        let shown = MessageArgument.text(DigestDates(zone: survey.zone).minute(moment))
        return moment > now
            ? .message("status.moment_in", ["moment": shown, "span": .span(moment - now)])
            : .message("status.moment_ago", ["moment": shown, "span": .span(now - moment)])
    }

    /// A name or a number, the same in every language.
    private static func plain(_ text: String) -> LocalizedText { LocalizedText(en: text) }
}
