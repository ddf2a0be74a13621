import FeedEngine
import FeedMessages
import FeedRendering
import FeedSystem

/// The text of the live line on a terminal, computed from the events of a run.
struct ProgressLine {
    private var total = 0
    private var done = 0
    private var failed = 0
    private var new = 0
    private var delivered = 0
    /// The sources being fetched, in the order of their start.
    private(set) var asking: [String] = []
    private var delivering: String?

    /// Records an event.
    mutating func record(_ event: RunEvent) {
        switch event {
        case .started(let sources, _): total = sources
        case .sourceStarted(let name): asking.append(name)
        case .sourceFinished(let name, let outcome):
            asking.removeAll { $0 == name }
            guard outcome.kind != .skipped else { return }
            done += 1
            new += outcome.new
            if outcome.kind == .failed { failed += 1 }
        case .pipelinePlanned(let name, _): delivering = name
        case .messageDelivered(let sink, _, let entries):
            delivering = sink
            delivered += entries
        case .openMessagesFound, .messageFailed, .messagePreviewed, .fileExpired, .warning, .finished: break
        }
    }

    /// Returns a line that says who is waited for, within `columns`.
    func waiting(columns: Int, _ localized: Localizer) -> String {
        let sources = MessageArgument.row(asking.map { VisibleText.line($0) })
        return DisplayWidth.fit(localized("try.waiting", ["sources": sources]), in: max(0, columns - 1))
    }

    /// Returns the line within `columns`: `12/40  118 new  2 failed  qiita_swift, zenn_swift`.
    func text(columns: Int, _ localized: Localizer) -> String {
        var parts: [String] = []
        if total > 0 { parts.append("\(done)/\(total)") }
        if new > 0 { parts.append(localized("run.new", ["count": .number(new)])) }
        if failed > 0 { parts.append(localized("run.failed", ["count": .number(failed)])) }
        if delivered > 0 { parts.append(localized("run.delivered", ["count": .number(delivered)])) }
        if !asking.isEmpty {
            parts.append(Quantity.row(asking.map(VisibleText.line), in: localized.language))
        } else if let delivering {
            parts.append("→ \(VisibleText.line(delivering))")
        }
        // The last column stays free: some terminals wrap when it is filled.
        return DisplayWidth.fit(parts.joined(separator: "  "), in: max(0, columns - 1))
    }
}

/// A line at the bottom of a terminal that is redrawn at most every 50 ms and removed at the end.
struct LiveLine {
    private static let pause = Duration.milliseconds(50)

    private let console: Console
    private var lastDrawn: ContinuousClock.Instant?

    init(_ console: Console) { self.console = console }

    /// Draws `text` for the terminal's width, unless the line was drawn less than 50 ms ago.
    mutating func draw(_ text: (_ columns: Int) -> String) {
        let now = ContinuousClock.now
        if let lastDrawn, now - lastDrawn < Self.pause { return }
        lastDrawn = now
        LiveTerminalLine.draw(text(console.columns))
    }

    /// Removes the line.
    mutating func clear() {
        guard lastDrawn != nil else { return }
        lastDrawn = nil
        LiveTerminalLine.remove()
    }
}
