import FeedConfiguration
import FeedEngine
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem
import Glibc

/// The state, and what it knows: who works with it, when a run last did, how sources and sinks fare.
extension Examination {
    private static let largeState = 2 << 30
    private static let longestRun = 2 * 3600
    private static let longestPause = Duration.seconds(2 * 86_400)
    private static let mostLines = 20
    /// How long a sink or a line may wait.
    private static let longestWait = Duration.seconds(86_400)

    func state(at path: String, _ plan: Plan?) async -> [Finding] {
        let lock = await context.blocking.run { lockFinding(path) }
        let state: any StateStore
        do throws(StageError) {
            state = try await StateFile.open(path: path, mode: .readOnly, now: now)
        } catch {
            return [lock, .bad("state", error, catalogue)]
        }
        guard !state.isImagined else {
            return [lock, .hint("state", "there is none yet", cure: "`kawaraban run` makes it"), crontab]
        }
        let reading = StateReading(state: state, plan: plan, zone: plan?.settings.zone ?? .utc, now: now)
        do throws(CommandFailure) {
            let lastRun = try await reading.look { state throws(StageError) in try state.lastRunAt() }
            let survey = try await HealthSurvey(
                reading, only: nil, DoorOpening(context, common).services(for: plan?.settings))
            let size = await context.blocking.run { RunFiles.size(ofState: path) }
            let noticed = state.findings.map { Finding.bad("state", $0, catalogue) }
            return [lock, sizeFinding(size)] + noticed + runs(lastRun) + [lines(survey)] + sources(survey)
                + sinks(survey)
        } catch {
            let line = error.notices.first?.line ?? "it cannot be read"
            return [lock, .bad("state", line, cure: "`kawaraban state check`")]
        }
    }

    private func sizeFinding(_ size: Int) -> Finding {
        let shown = "it has \(max(1, size >> 20)) MiB"
        guard size < Self.largeState else {
            return .hint("state", shown, cure: "`kawaraban state prune` forgets what is old")
        }
        return .ok("state", shown)
    }

    private func runs(_ last: Timestamp?) -> [Finding] {
        guard let last else { return [.hint("runs", "no run has used the state yet"), crontab] }
        let ago = now - last
        if ago < .seconds(-3600) {
            return [
                .bad(
                    "clock",
                    "the last run was \(Span.text(.zero - ago)) from now: the clock was ahead then, or is behind now",
                    cure: "set the clock; the next run repairs what was noted with the wrong one")
            ]
        }
        guard ago <= Self.longestPause else {
            return [
                .bad(
                    "runs", "the last run was \(Span.text(ago)) ago",
                    cure: "look whether cron or the timer still starts it"),
                crontab,
            ]
        }
        return [.ok("runs", "the last one began \(Span.text(ago)) ago")]
    }

    /// The line that makes cron start it.
    private var crontab: Finding {
        let program = existingLink("/proc/self/exe") ?? "kawaraban"
        // As it was named: paths count from there.
        let config = common.config.hasPrefix("/") ? common.config : currentFolder() + "/" + common.config
        return .hint(
            "cron",
            "a line of `crontab -e` starts it: */15 * * * * \(VisibleText.line(program)) run -c \(VisibleText.line(config))"
        )
    }

    private func existingLink(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func sources(_ survey: HealthSurvey) -> [Finding] {
        var findings: [Finding] = []
        let failing = survey.sources.filter { $0.needsAttention(at: now) }
        for source in failing.prefix(Self.mostLines) { findings.append(finding(on: source)) }
        if failing.count > Self.mostLines {
            findings.append(
                .bad(
                    "source", "… and \(failing.count - Self.mostLines) more are failing",
                    cure: "`kawaraban status --failing` shows them"))
        }
        for source in survey.sources where source.isUsed {
            guard let address = source.record?.movedTo else { continue }
            let place = source.plan?.addressPlace.map { "change `url` at \(Diagnostic.printable($0.file)):\($0.line)" }
            findings.append(
                .hint(
                    "source", "\(quoted(source.name)) has moved for good",
                    cure: "\(place ?? "change its address") to \(VisibleText.line(address))"))
        }
        let used = survey.sources.count(where: \.isUsed)
        if failing.isEmpty { findings.append(.ok("source", used == 1 ? "the one source works" : "all \(used) work")) }
        return findings
    }

    private func finding(on source: SourceStatus) -> Finding {
        let state = source.state(at: now)
        let since = source.record?.health.failingSince.map { " since \($0.rfc3339().prefix(10))" } ?? ""
        guard let error = source.record?.error else {
            return .bad(
                "source", "\(quoted(source.name)) is \(state)\(since)", cure: "`kawaraban status \(source.name)`")
        }
        return .bad(
            "source", "\(quoted(source.name)) is \(state)\(since): \(catalogue.what(error))",
            cure: catalogue.cure(error))
    }

    private func sinks(_ survey: HealthSurvey) -> [Finding] {
        survey.sinks.map { sink in
            if sink.givenUpMessages > 0 {
                let entries = sink.givenUpEntries == 1 ? "1 entry was" : "\(sink.givenUpEntries) entries were"
                return .bad(
                    "sink", "\(quoted(sink.name)): \(entries) given up",
                    cure: "`kawaraban state retry` tries them again, `state forget` lets them go")
            }
            if sink.isTold, let since = sink.failingSince {
                let error = sink.error ?? StageError(.internalError, subject: "")
                let waiting = sink.waiting == 1 ? "1 entry" : "\(sink.waiting) entries"
                return .bad(
                    "sink", of: "\(quoted(sink.name)) failing since \(since.rfc3339().prefix(10)), \(waiting) waiting",
                    error, catalogue.forSinks)
            }
            if let since = sink.waitingSince, now - since > Self.longestWait {
                return .bad(
                    "sink", "\(quoted(sink.name)): \(sink.waiting) entries waiting since \(since.rfc3339().prefix(10))",
                    cure: "`kawaraban run` delivers what is due; `kawaraban why` tells what one waits for")
            }
            return .ok("sink", "\(quoted(sink.name)): \(sink.waiting) waiting")
        }
    }

    private func lines(_ survey: HealthSurvey) -> Finding {
        guard let since = survey.waitingLines.since else { return .ok("lines", "all that runs had to say was told") }
        let count = survey.waitingLines.count
        let waiting = count == 1 ? "1 line waits" : "\(count) lines wait"
        guard now - since > Self.longestWait else {
            return .hint(
                "lines", "\(waiting) to be told", cure: "the next run does; `kawaraban status --lines` shows them")
        }
        return .bad(
            "lines", "\(waiting) to be told since \(since.rfc3339().prefix(10)): nobody can read what runs say",
            cure: "`kawaraban status --lines` shows them; look where stderr of runs goes, or name a sink in `notices`")
    }

    private func quoted(_ name: String) -> String { "\"\(VisibleText.line(name))\"" }

    /// Who holds the lock, as the kernel says (proc(5) §/proc/locks): to try it would turn a starting run away. Blocks.
    private func lockFinding(_ path: String) -> Finding {
        let lockPath = realPath(path) + ".lock"
        var status = stat()
        guard stat(lockPath, &status) == 0 else { return .ok("lock", "nobody works with the state") }
        guard let holder = LockTable.holder(of: status.st_ino) else {
            return .ok("lock", "nobody works with the state")
        }
        let seconds = max(0, now.seconds - Int64(status.st_mtim.tv_sec))
        let what = "process \(holder) has been at work for \(Span.text(.seconds(seconds)))"
        guard seconds > Self.longestRun else { return .ok("lock", what) }
        return .bad(
            "lock", what, cure: "look what it waits for, and end it if it hangs: others leave with 75 meanwhile")
    }
}
