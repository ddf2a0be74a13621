import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// Tells failures of the state, and of what a run leaves for programs: to people at once, under cron once, again after
/// a day, and once that they are over.
struct FailureReporter {
    private(set) var notified: NotifiedFailures
    let printer: NoticePrinter
    let lines: ChangeLines
    let now: Timestamp
    /// Whether what was told is remembered, and not told again; else each run tells all.
    let remembers: Bool
    private var failed: Set<String> = []

    init(_ notified: NotifiedFailures, printer: NoticePrinter, lines: ChangeLines, now: Timestamp, remembers: Bool) {
        self.notified = notified
        self.printer = printer
        self.lines = lines
        self.now = now
        self.remembers = remembers
    }

    /// Tells that something failed, unless it was told already; returns whether it is told.
    @discardableResult
    mutating func report(_ what: String, _ error: StageError) -> Bool {
        failed.insert(what)
        // Who sits at a terminal waits for an answer.
        let isDue = !remembers || printer.console.isTerminal || notified.isNews(what, error, now: now)
        let isHeard = isDue && printer.print(Notice(what, error, lines))
        notified.record(what, error, wasNotified: isHeard, now: now)
        return isDue
    }

    /// Tells what of `tried` works again.
    mutating func reportRecoveries(of tried: [String]) {
        for what in tried where !failed.contains(what) {
            guard remembers, let span = notified.recovery(of: what, now: now) else { continue }
            let notice = Notice(.notice, "\(what)_recovered", lines.line(what, worksAfter: span))
            if printer.print(notice) { notified.forget(what) }
        }
    }
}
