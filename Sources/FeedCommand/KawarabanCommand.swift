import ArgumentParser
import FeedEngine
import FeedModel
import FeedRendering
public import FeedStages
import FeedSystem
import Glibc

/// The command line of Kawaraban, for this package's `main.swift` and for packages that add stages.
public enum KawarabanCommand {
    /// Runs the command line of this process with these stages, and ends the process with its exit status.
    ///
    ///     KawarabanCommand.main(registry: try StandardPlugins.registry())
    ///
    /// It must be called on the main thread, before any other thread exists. It sets the limits of glibc's heaps.
    ///
    /// - Parameter registry: the stages. Two of the same name end the process with status 70.
    public static func main(registry: @autoclosure () throws(DuplicateStage) -> PluginRegistry) -> Never {
        let isCompleting = CompletionRequest.isCall(CommandLine.arguments)
        if isCompleting { CompletionRequest.silence() }
        ProcessMemory.protect()
        // A closed pipe must be an error of one write and not end the process.
        signal(SIGPIPE, SIG_IGN)
        // The same holds for a file that has reached its size limit (`ulimit -f`).
        signal(SIGXFSZ, SIG_IGN)
        // The parent process may ignore it. Then the exit status of a program that prints a secret would be lost.
        signal(SIGCHLD, SIG_DFL)
        // With this variable libcurl writes the keys of its TLS sessions to a file. They would reveal the credentials
        // in recorded traffic.
        unsetenv("SSLKEYLOGFILE")
        // libdispatch would write into the system's log, at each run of a user, that a thread's priority cannot be raised.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        StandardStreams.occupy()
        // Scripts ask for nothing more often, and it needs neither threads, stages nor commands.
        if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
            // An error of this last output cannot be reported anywhere.
            try? Console(color: .never).print(KawarabanVersion.current)
            exit(ExitStatus.done.rawValue)
        }
        ProcessHeap.configure()
        if let shortage = ProcessLimits.shortage() { refuse(because: shortage) }
        let stages: PluginRegistry
        do throws(DuplicateStage) {
            stages = try registry()
        } catch {
            let line = Surroundings.localized("process.duplicate_stage", ["type": .text(error.type)])
            Console(color: .never).printToStderr(line)
            exit(ExitStatus.internalError.rawValue)
        }
        if isCompleting {
            requireThreads(fetches: false)
            CompletionRequest.answer(with: stages)
        }
        // The library is asked only if this finds nothing: even to ask what kind of command it returns takes long.
        if let command = RootCommand.readWithoutLibrary(Array(CommandLine.arguments.dropFirst())) {
            perform(command, registry: stages)
        }
        let command: any ParsableCommand
        do {
            command = try RootCommand.read(Array(CommandLine.arguments.dropFirst()))
        } catch {
            refuse(CommandLine.arguments, because: error)
        }
        guard let subcommand = command as? any Subcommand else {
            // The library's `help` shows the whole help for a command that it does not know.
            refuseUnknownCommand(CommandLine.arguments)
            // `kawaraban` alone and `kawaraban help` have a `run()` that prints the help.
            do { try command.runPlainly() } catch { leave(because: error) }
            exit(ExitStatus.done.rawValue)
        }
        perform(subcommand, registry: stages)
    }

    /// Ends the process after a wrong command line, or after the help that was requested.
    private static func refuse(_ arguments: [String], because error: any Error) -> Never {
        if let script = CompletionRequest.script(arguments, because: error) {
            // An error of this last output cannot be reported anywhere.
            try? Console(color: .never).print(script)
            exit(ExitStatus.done.rawValue)
        }
        refuseUnknownCommand(arguments)
        let code = RootCommand.exitCode(for: error)
        guard wantsJSON(arguments), code.rawValue != ExitStatus.done.rawValue else { leave(because: error) }
        let mistake = LibraryPhrase(localized: Surroundings.localizer).mistake(RootCommand.message(for: error))
        let message = VisibleText.line("kawaraban: \(mistake)")
        NoticePrinter(Console(color: .never), format: .json).print(Notice(.error, "usage", message))
        exit(code.rawValue)
    }

    private static func requireThreads(fetches: Bool) {
        if let shortage = ProcessLimits.shortageOfThreads(fetches: fetches) { refuse(because: shortage) }
    }

    /// Ends the process where the system does not grant what it needs.
    private static func refuse(because shortage: LocalizedText) -> Never {
        Console(color: .never).printToStderr(Surroundings.localized(shortage))
        _exit(ExitStatus.internalError.rawValue)
    }

    /// Ends the process if a word stands in place of a command and is none.
    private static func refuseUnknownCommand(_ arguments: [String]) {
        guard let unknown = UnknownCommand(in: arguments.dropFirst()) else { return }
        let printer = NoticePrinter(Console(color: .never), format: wantsJSON(arguments) ? .json : .text)
        printer.print(Notice(.error, "usage", unknown.line(Surroundings.localizer)))
        exit(ExitStatus.usage.rawValue)
    }

    private static func wantsJSON(_ arguments: [String]) -> Bool {
        arguments.contains("--log-format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--log-format" && $1 == "json" }
    }

    /// Ends the process as the library would, but in the language of the environment and within the terminal's width.
    private static func leave(because error: any Error) -> Never {
        let localized = Surroundings.localizer
        let console = Console(color: .never)
        let code = RootCommand.exitCode(for: error).rawValue
        let columns =
            code == ExitStatus.done.rawValue ? console.printColumns : console.isTerminal ? console.columns : nil
        guard localized.language != .en || columns != nil else { RootCommand.exit(withError: error) }
        let text = RootCommand.fullMessage(for: error, columns: longestLine)
        let page = LibraryPage(localized: localized, columns: columns ?? 80).translated(text)
        if !page.isEmpty {
            // An error of this last output cannot be reported anywhere.
            if code == ExitStatus.done.rawValue { try? console.print(page) } else { console.printToStderr(page) }
        }
        exit(code)
    }

    /// A width at which the library breaks no line.
    private static let longestLine = 100_000

    private static func perform(_ command: any Subcommand, registry: PluginRegistry) -> Never {
        requireThreads(fetches: command.fetches)
        let console = Console(color: command.common.color)
        let signals = StopSignals(isOn: type(of: command).stopsInOrder)
        let context = CommandContext(
            registry: registry, console: console, signals: signals,
            outputLanguage: OutputLanguage(variables: ProcessEnvironment.variables))
        // The only root task. A signal cancels it, and everything below it ends in order. Then the process ends.
        let root = Task {
            do throws(CommandFailure) {
                exitAtOnce(with: try await command.perform(context))
            } catch {
                let printer = NoticePrinter(console, format: command.common.logFormat)
                for notice in error.notices { printer.print(notice) }
                exitAtOnce(with: error.status)
            }
        }
        signals.wait(cancelling: root, after: type(of: command).grace)
    }

    /// Ends the process without the exit handlers of its libraries (atexit(3)): OpenSSL would free memory that
    /// libcurl's thread still uses.
    private static func exitAtOnce(with status: ExitStatus) -> Never {
        fflush(nil)
        _exit(status.rawValue)
    }
}

extension ParsableCommand {
    /// Calls `run()` of a command whose type is known only as `any`.
    fileprivate func runPlainly() throws {
        var copy = self
        try copy.run()
    }
}
