import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// Tells what waits to be told as a run ends, and what of it somebody can have read.
struct LineTelling {
    let lines: ChangeLines
    /// Writes a line for people; false: nobody can have read it.
    let write: (String) -> Bool

    /// What somebody can have read.
    struct Told {
        /// In the order of telling.
        var lines: [ChangeLine] = []
        /// Lines of which only the number was told, because they had been let go.
        var lost = 0
    }

    /// Tells the most important lines to people; the others are counted and wait, or went through a sink.
    func tell(_ report: RunReport) -> Told {
        var told = Told()
        let mail = lines.mail(for: report.lines)
        for text in mail.texts {
            guard write(text.text) else { return told }
            told.lines += text.lines
        }
        if mail.rest > 0 { _ = write(ChangeLines.rest(mail.rest)) }
        if report.lostLines > 0, write(ChangeLines.lost(report.lostLines)) { told.lost = report.lostLines }
        return told
    }

    /// Tells all of them to a program.
    static func tell(_ report: RunReport, with voice: Voice, _ lines: ChangeLines) -> Told {
        var told = Told()
        for line in report.lines {
            guard voice.tell(Notice(line, lines)) else { return told }
            told.lines.append(line)
        }
        if report.lostLines > 0, voice.tell(Notice(.warning, "lost_lines", ChangeLines.lost(report.lostLines))) {
            told.lost = report.lostLines
        }
        return told
    }
}

extension LineTelling.Told {
    /// Notes in the state that these lines need not be told again.
    func note(in state: any StateStore, now: Timestamp) async throws(StageError) {
        guard state.mode == .readWrite else { return }
        try await state.noteTold(lines.compactMap(\.number), lost: lost, now: now)
    }
}
