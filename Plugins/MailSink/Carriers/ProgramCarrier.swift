import FeedPrograms
import FeedStages

/// Hands letters to a program such as sendmail(8), at least once each.
struct ProgramCarrier: MailCarrier {
    let words: [String]
    let variables: [String: String]
    let folder: String
    let envelope: MailEnvelope
    let programs: any ProgramRunning

    /// Runs the program with the letter as its input. Throws by its exit status (<sysexits.h>): `.programBusy` for 75,
    /// `.rejected` for 65, 67 and 68, `.programMisconfigured` for 64, 77 and 78, `.programFailed` for any other;
    /// `.unknownFate` if it was ended, and `.programNotStarted`.
    func deliver(_ letter: [UInt8], _ message: Message) async throws(StageError) -> Receipt {
        var program = Program(readsRecipients ? words : words + envelope.recipients, in: folder, variables: variables)
        program.input = letter.withLineFeeds
        program.limits.time = envelope.timeout
        program.limits.forgetsOutput = true
        program.limits.processorSeconds = Program.processorSeconds(for: envelope.timeout)
        // Some of these programs leave a process behind that sends the letter.
        program.limits.memory = nil
        let outcome = await programs.run(program)
        guard var failure = outcome.failure(of: program) else { return Receipt() }
        switch outcome.ending {
        case .notStarted, .stopped: break
        case .exited(Self.tryAgain): failure.code = .programBusy
        case .exited(let status) where Self.refusals.contains(status): failure.code = .rejected
        case .exited(let status) where Self.mistakes.contains(status): failure.code = .programMisconfigured
        case .exited: break
        default: failure.code = .unknownFate
        }
        throw failure
    }

    /// Whether the program takes the recipients from the header (`-t`, also written with other letters: `-ti`).
    private var readsRecipients: Bool {
        words.dropFirst().contains { word in
            word == "--read-recipients"
                || word.hasPrefix("-") && word.count > 1 && word.contains("t")
                    && word.dropFirst().allSatisfy { "ti".contains($0) }
        }
    }

    /// EX_TEMPFAIL.
    private static let tryAgain = 75
    /// EX_DATAERR, EX_NOUSER, EX_NOHOST: another attempt would fail in the same way. Others may be a mistake of the
    /// program's own configuration.
    private static let refusals: Set<Int> = [65, 67, 68]
    /// EX_USAGE, EX_NOPERM, EX_CONFIG: the letter waits until somebody corrects that, and a user is told at once. Not 126 and
    /// 127, with which a script ends whose last command is missing: it may have sent the letter, at every run again.
    private static let mistakes: Set<Int> = [64, 77, 78]
}
