/// A line at the foot of a terminal that is drawn over itself, at most every 50 ms, and leaves no trace.
struct LiveLine {
    private static let pause = Duration.milliseconds(50)
    private static let erase = "\r\u{1B}[K"

    private let console: Console
    private var lastDrawn: ContinuousClock.Instant?

    init(_ console: Console) { self.console = console }

    /// Shows what `text` gives for the terminal's width, unless it was drawn just now.
    mutating func draw(_ text: (_ columns: Int) -> String) {
        let now = ContinuousClock.now
        if let lastDrawn, now - lastDrawn < Self.pause { return }
        lastDrawn = now
        console.draw(Self.erase + text(console.columns))
    }

    /// Removes the line.
    mutating func clear() {
        guard lastDrawn != nil else { return }
        lastDrawn = nil
        console.draw(Self.erase)
    }
}
