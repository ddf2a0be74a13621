import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// Tells what waits to be told as a run ends, and what of it somebody can have read.
struct LineReporter {
    let lines: ChangeLines
    /// Writes a line for people; false: nobody can have read it.
    let write: (String) -> Bool

    /// What somebody can have read.
    struct Printed {
        /// In the order of telling.
        var lines: [ChangeLine] = []
        /// Lines of which only the number was told, because they had been let go.
        var lost = 0
    }

    /// Tells the most important lines to people; the others are counted and wait, or went through a sink.
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

    /// Tells all of them to a program.
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
    /// Notes in the state that these lines need not be told again.
    func markNotified(in state: any StateStore, now: Timestamp) async throws(StageError) {
        guard state.mode == .readWrite else { return }
        try await state.markNotified(lines.compactMap(\.number), lost: lost, now: now)
    }
}
