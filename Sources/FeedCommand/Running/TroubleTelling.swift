import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// Tells failures of the state, and of what a run leaves for programs: to people at once, under cron once, again after a
/// day, and once that they are over.
struct TroubleTelling {
    private(set) var told: ToldTroubles
    let voice: Voice
    let lines: ChangeLines
    let now: Timestamp
    /// Whether what was told is remembered, and not told again; else each run tells all.
    let remembers: Bool
    private var failed: Set<String> = []

    init(_ told: ToldTroubles, voice: Voice, lines: ChangeLines, now: Timestamp, remembers: Bool) {
        self.told = told
        self.voice = voice
        self.lines = lines
        self.now = now
        self.remembers = remembers
    }

    /// Tells that something failed, unless it was told already; returns whether it is told.
    @discardableResult
    mutating func tell(_ what: String, _ error: StageError) -> Bool {
        failed.insert(what)
        // Who sits at a terminal waits for an answer.
        let isDue = !remembers || voice.console.isTerminal || told.isNews(what, error, now: now)
        let isHeard = isDue && voice.tell(Notice(what, error, lines))
        told.note(what, error, wasTold: isHeard, now: now)
        return isDue
    }

    /// Tells what of `tried` works again.
    mutating func tellRecoveries(of tried: [String]) {
        for what in tried where !failed.contains(what) {
            guard remembers, let span = told.recovery(of: what, now: now) else { continue }
            let notice = Notice(.notice, "\(what)_recovered", lines.line(what, worksAfter: span))
            if voice.tell(notice) { told.forget(what) }
        }
    }
}
