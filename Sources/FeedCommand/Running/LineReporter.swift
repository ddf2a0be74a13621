import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// Prints the waiting lines at the end of a run, and notes which of them were written.
struct LineReporter {
    let lines: ChangeLines
    /// Writes a line for people; returns false if it could not be written.
    let write: (String) -> Bool

    /// The lines that were written.
    struct Printed {
        /// The lines in the order of printing.
        var lines: [ChangeLine] = []
        /// How many deleted lines were reported by their number only.
        var lost = 0
    }

    /// Prints the most important lines for people. The others are counted; they wait, unless a sink received them.
    func reportLines(_ report: RunReport) -> Printed {
        var printed = Printed()
        let mail = lines.mail(for: report.lines)
        for text in mail.texts {
            guard write(text.text) else { return printed }
            printed.lines += text.lines
        }
        if mail.rest > 0 { _ = write(lines.rest(mail.rest)) }
        if report.lostLines > 0, write(lines.lost(report.lostLines)) { printed.lost = report.lostLines }
        return printed
    }

    /// Prints all lines for a program.
    static func reportLines(_ report: RunReport, with printer: NoticePrinter, _ lines: ChangeLines) -> Printed {
        var printed = Printed()
        for line in report.lines {
            guard printer.print(Notice(line, lines)) else { return printed }
            printed.lines.append(line)
        }
        if report.lostLines > 0, printer.print(Notice(.warning, "lost_lines", lines.lost(report.lostLines))) {
            printed.lost = report.lostLines
        }
        return printed
    }
}

extension LineReporter.Printed {
    /// Marks these lines as reported in the state.
    func markNotified(in state: any StateStore, now: Timestamp) async throws(StageError) {
        guard state.mode == .readWrite else { return }
        try await state.markNotified(lines.compactMap(\.number), lost: lost, now: now)
    }
}
