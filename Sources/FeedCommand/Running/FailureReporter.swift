import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// Reports failures of the state and of the files that a run writes. People at a terminal see each one. Under cron a
/// failure is reported once, again after a day, and once when it is over.
struct FailureReporter {
    private(set) var notified: NotifiedFailures
    let printer: NoticePrinter
    let lines: ChangeLines
    let now: Timestamp
    /// Whether reported failures are remembered and not repeated. Otherwise each run reports all.
    let remembers: Bool
    private var failed: Set<String> = []

    init(_ notified: NotifiedFailures, printer: NoticePrinter, lines: ChangeLines, now: Timestamp, remembers: Bool) {
        self.notified = notified
        self.printer = printer
        self.lines = lines
        self.now = now
        self.remembers = remembers
    }

    /// Reports a failure unless it was reported already; returns whether it is due.
    @discardableResult
    mutating func report(_ what: String, _ error: StageError) -> Bool {
        failed.insert(what)
        // A user at a terminal waits for an answer.
        let isDue = !remembers || printer.console.isTerminal || notified.isNews(what, error, now: now)
        let isHeard = isDue && printer.print(Notice(what, error, lines))
        notified.record(what, error, wasNotified: isHeard, now: now)
        return isDue
    }

    /// Reports which of `tried` work again.
    mutating func reportRecoveries(of tried: [String]) {
        for what in tried where !failed.contains(what) {
            guard remembers, let span = notified.recovery(of: what, now: now) else { continue }
            let notice = Notice(.notice, "\(what)_recovered", lines.line(what, worksAfter: span))
            if printer.print(notice) { notified.forget(what) }
        }
    }
}
