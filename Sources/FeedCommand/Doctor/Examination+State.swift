import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem
import Glibc

/// Examines the state: its lock, its size, the last run, and the state of sources and sinks.
extension Examination {
    private static let largeState = 2 << 30
    private static let longestRun = 2 * 3600
    private static let longestPause = Duration.seconds(2 * 86_400)
    private static let mostLines = 20
    /// The longest time that entries for a sink, or a line, may wait.
    private static let longestWait = Duration.seconds(86_400)

    func state(at address: StateAddress, _ plan: Plan?, in zone: Zone) async -> [Finding] {
        let path = address.path
        let lock = await context.blocking.run { path.map(lockFinding).map { [$0] } ?? server(at: address) }
        let state: any StateStore
        do throws(StageError) {
            state = try await StateFile.open(address, mode: .readOnly, now: now)
        } catch {
            return lock + [.bad("state", error, catalogue)]
        }
        guard !state.isImagined else {
            return lock + [
                .hint("state", .message("doctor.state_missing"), cure: .message("doctor.state_missing.cure"))
            ] + (await crontab(plan))
        }
        let reading = StateReading(state: state, plan: plan, zone: zone, now: now)
        do throws(CommandFailure) {
            let lastRun = try await reading.query { state throws(StageError) in try state.lastRunAt() }
            let services = DependencyFactory(context, common).services(for: plan?.settings)
            let survey = try await HealthSurvey(reading, only: nil, services)
            let size = await context.blocking.run { path.map(RunFiles.size(ofState:)) }
            let noticed = state.findings.map { Finding.bad("state", $0, catalogue) }
            return await lock + (size.map { [sizeFinding($0)] } ?? []) + noticed + runs(lastRun, plan) + [lines(survey)]
                + sources(survey)
                + sinks(survey) + (fileWriter(plan, services, survey.workers).map { [$0] } ?? [])
        } catch {
            let what = error.notices.first.map { LocalizedText(en: $0.line) } ?? .message("doctor.state_unreadable")
            return lock + [.bad("state", what, cure: .message("doctor.state_unreadable.cure"))]
        }
    }

    /// The server of a state in PostgreSQL. That it cannot be reached is told when the state is opened. Blocks.
    private func server(at address: StateAddress) -> [Finding] {
        guard let facts = try? StateFile.server(at: address) else { return [] }
        return ServerExamination(facts: facts).findings
    }

    private func sizeFinding(_ size: Int) -> Finding {
        let shown = LocalizedText.message("doctor.state_size", ["mebibytes": .number(max(1, size >> 20))])
        guard size < Self.largeState else {
            return .hint("state", shown, cure: .message("doctor.state_size.cure"))
        }
        return .ok("state", shown)
    }

    private func runs(_ last: Timestamp?, _ plan: Plan?) async -> [Finding] {
        guard let last else { return [.hint("runs", .message("doctor.runs_none"))] + (await crontab(plan)) }
        let ago = now - last
        if ago < .seconds(-3600) {
            return [
                .bad(
                    "clock", .message("doctor.clock_turned_back", ["span": .span(.zero - ago)]),
                    cure: .message("doctor.clock_turned_back.cure"))
            ]
        }
        guard ago <= Self.longestPause else {
            return [
                .bad(
                    "runs", .message("doctor.runs_stopped", ["span": .span(ago)]),
                    cure: .message("doctor.runs_stopped.cure"))
            ] + (await crontab(plan))
        }
        return [.ok("runs", .message("doctor.runs_ok", ["span": .span(ago)]))]
    }

    /// The lines that `kawaraban cron` prints; none for a configuration that has mistakes or that cron cannot start.
    private func crontab(_ plan: Plan?) async -> [Finding] {
        guard let plan, let entry = try? await CronEntry(context, common, of: plan) else { return [] }
        let cure = LocalizedText.message("doctor.crontab.cure", ["command": .text(common.command("cron --install"))])
        return entry.lines.map { .hint("cron", .message("doctor.crontab", ["line": .text($0)]), cure: cure) }
    }

    private func sources(_ survey: HealthSurvey) -> [Finding] {
        var findings: [Finding] = []
        let failing = survey.sources.filter { $0.needsAttention(at: now) }
        for source in failing.prefix(Self.mostLines) { findings.append(finding(on: source, in: survey.zone)) }
        if failing.count > Self.mostLines {
            findings.append(
                .bad(
                    "source", .message("doctor.more_failing", ["count": .number(failing.count - Self.mostLines)]),
                    cure: .message("doctor.more_failing.cure")))
        }
        for source in survey.sources where source.isUsed {
            guard let address = source.record?.movedTo else { continue }
            var arguments = ["address": MessageArgument.text(address)]
            if let place = source.plan?.addressPlace { arguments["place"] = .text("\(place.file):\(place.line)") }
            findings.append(
                .hint(
                    "source", .message("doctor.source_moved", ["source": .text(source.name)]),
                    cure: .message("doctor.source_moved.cure", arguments)))
        }
        let used = survey.sources.count(where: \.isUsed)
        if failing.isEmpty {
            findings.append(
                .ok(
                    "source",
                    used == 1 ? .message("doctor.source_ok") : .message("doctor.sources_ok", ["count": .number(used)])))
        }
        return findings
    }

    private func finding(on source: SourceStatus, in zone: Zone) -> Finding {
        var arguments: [String: MessageArgument] = [
            "source": .text(source.name), "state": .message(StatusWords.word(source.state(at: now))),
        ]
        if let since = source.record?.health.failingSince { arguments["since"] = .text(DatedText.day(since, zone)) }
        guard let error = source.record?.error else {
            return .bad(
                "source", .message("doctor.source_failing", arguments),
                cure: .message("doctor.source_failing.cure", ["source": .text(source.name)]))
        }
        arguments["what"] = MessageArgument(catalogue.what(error))
        return .bad(
            "source", .message("doctor.source_failing", arguments), cure: LocalizedText(en: catalogue.cure(error)))
    }

    private func sinks(_ survey: HealthSurvey) -> [Finding] {
        survey.sinks.map { sink in
            let (name, waiting) = (MessageArgument.text(sink.name), MessageArgument.number(sink.waiting))
            if sink.givenUpMessages > 0 {
                return .bad(
                    "sink", .message("doctor.sink_gave_up", ["sink": name, "count": .number(sink.givenUpEntries)]),
                    cure: .message("doctor.sink_gave_up.cure"))
            }
            if sink.isNotified, let since = sink.failingSince {
                let error = sink.error ?? StageError(.internalError, subject: "")
                let failing = LocalizedText.message(
                    "doctor.sink_failing",
                    ["sink": name, "since": .text(DatedText.day(since, survey.zone)), "count": waiting])
                return .bad("sink", of: failing, error, catalogue.forSinks)
            }
            if let since = sink.waitingSince, now - since > Self.longestWait {
                return .bad(
                    "sink",
                    .message(
                        "doctor.sink_waiting",
                        ["sink": name, "since": .text(DatedText.day(since, survey.zone)), "count": waiting]),
                    cure: .message("doctor.sink_waiting.cure"))
            }
            return .ok("sink", .message("doctor.sink_ok", ["sink": name, "count": waiting]))
        }
    }

    /// Whether the worker that is to write files comes; nil if there is none, or if no worker has come yet.
    private func fileWriter(_ plan: Plan?, _ services: Services, _ records: WorkerRecords?) -> Finding? {
        guard let plan, let name = plan.settings.filesOn, let records, !records.workers.isEmpty,
            // `check` reports a sink that cannot be made.
            plan.sinks.contains(where: { (try? $0.make(services))?.deliversToThisMachine ?? false })
        else { return nil }
        let cure = LocalizedText.message(
            "doctor.file_writer.cure", ["worker": .text(VisibleText.line(ScheduledCall.quoted(name)))])
        guard let worker = records.workers.first(where: { $0.name == name }) else {
            let days = Int(WorkerRecord.retention / .seconds(86_400))
            return .bad(
                "sink", .message("doctor.file_writer_unknown", ["worker": .text(name), "days": .number(days)]),
                cure: cure)
        }
        let ago = max(.zero, records.now - worker.seenAt)
        let isHere = worker.presence == .working || worker.presence == .waiting
        let arguments = ["worker": MessageArgument.text(name), "span": .span(ago)]
        guard !isHere, ago > Self.longestPause else { return .ok("sink", .message("doctor.file_writer_ok", arguments)) }
        return .bad("sink", .message("doctor.file_writer_away", arguments), cure: cure)
    }

    private func lines(_ survey: HealthSurvey) -> Finding {
        guard let since = survey.waitingLines.since else { return .ok("lines", .message("doctor.lines_ok")) }
        let count = MessageArgument.number(survey.waitingLines.count)
        guard now - since > Self.longestWait else {
            return .hint(
                "lines", .message("doctor.lines_waiting", ["count": count]), cure: .message("doctor.lines_waiting.cure")
            )
        }
        return .bad(
            "lines",
            .message("doctor.lines_unread", ["count": count, "since": .text(DatedText.day(since, survey.zone))]),
            cure: .message("doctor.lines_unread.cure"))
    }

    /// Reports the process that holds the lock (proc(5) §/proc/locks): to try the lock could stop a new run. Blocks.
    private func lockFinding(_ path: String) -> Finding {
        let lockPath = realPath(path) + ".lock"
        var status = stat()
        guard stat(lockPath, &status) == 0 else { return .ok("lock", .message("doctor.lock_free")) }
        guard let holder = LockTable.holder(of: status.st_ino) else {
            return .ok("lock", .message("doctor.lock_free"))
        }
        let seconds = max(0, now.seconds - Int64(status.st_mtim.tv_sec))
        let what = LocalizedText.message(
            "doctor.lock_held", ["process": .number(Int(holder)), "span": .span(.seconds(seconds))])
        guard seconds > Self.longestRun else { return .ok("lock", what) }
        return .bad("lock", what, cure: .message("doctor.lock_held.cure"))
    }
}
