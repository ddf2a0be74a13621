import FeedMessages
import FeedPrograms
import FeedRendering

/// The crontab of the user, read and written by the program `crontab`.
struct CronPlacing {
    let context: CommandContext
    let marks: MarkedLines
    let programs: any ProgramRunning
    let variables: [String: String]

    /// What became of the crontab.
    enum Outcome: Sendable {
        case placed, replaced, removed, unchanged
    }

    /// Puts the lines into the crontab in place of the present ones; nil takes those away. Throws with the cure, and
    /// has changed nothing then.
    func place(_ lines: [String]?) async throws(CommandFailure) -> Outcome {
        let file = try await read()
        let (isPresent, new): (Bool, [UInt8])
        do throws(MarkedLines.Fault) {
            isPresent = try marks.present(in: file) != nil
            new = try marks.placed(lines, in: file)
        } catch {
            throw CommandFailure(.cannotCreate, context.localized(Self.text(of: error)))
        }
        guard new != file else { return .unchanged }
        let outcome = await run(["-"], input: new)
        guard outcome.ending == .exited(0) else { throw failure("cron.not_written", outcome) }
        return lines == nil ? .removed : isPresent ? .replaced : .placed
    }

    /// Returns the crontab; nothing if the user has none.
    private func read() async throws(CommandFailure) -> [UInt8] {
        let outcome = await run(["-l"], input: [])
        if outcome.ending == .exited(0) { return outcome.output }
        let hasNone = outcome.messages.contains { line in
            // "no crontab for me" of cron and cronie; busybox names the missing file.
            line.contains("no crontab") || line.contains("No such file")
        }
        if case .exited = outcome.ending, outcome.output.isEmpty, hasNone { return [] }
        throw failure("cron.not_read", outcome)
    }

    private func run(_ arguments: [String], input: [UInt8]) async -> ProgramOutcome {
        // Its messages decide whether there is a crontab, so they must not be translated.
        let own = variables.merging(["LC_ALL": "C"]) { $1 }
        var program = Program(["crontab"] + arguments, in: "", variables: own)
        program.input = input
        return await programs.run(program)
    }

    private func failure(_ key: String, _ outcome: ProgramOutcome) -> CommandFailure {
        if case .notStarted = outcome.ending {
            return CommandFailure(.cannotCreate, context.localized("cron.no_crontab"))
        }
        let words = outcome.messages.last { !$0.allSatisfy(\.isWhitespace) }
        var arguments: [String: MessageArgument] = [:]
        if let words { arguments["words"] = .text(VisibleText.line(words, limit: Self.longestWords)) }
        // messages: cron.not_*
        return CommandFailure(.cannotCreate, context.localized(key, arguments))
    }

    /// The most bytes of the program's own words in a sentence.
    private static let longestWords = 200

    private static func text(of fault: MarkedLines.Fault) -> LocalizedText {
        switch fault {
        case .edited(let line): .message("cron.edited", ["line": .number(line)])
        case .withoutEnd(let line): .message("cron.without_end", ["line": .number(line)])
        case .withoutBegin(let line): .message("cron.without_begin", ["line": .number(line)])
        case .repeated(let line): .message("cron.repeated", ["line": .number(line)])
        }
    }
}
