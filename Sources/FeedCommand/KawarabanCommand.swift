import ArgumentParser
import FeedEngine
import FeedModel
import FeedRendering
public import FeedStages
import Glibc

/// The command line of Kawaraban, for `main.swift` here and for packages that add stages of their own.
public enum KawarabanCommand {
    /// Runs the command line of this process with these stages, and ends the process with its exit status.
    ///
    ///     KawarabanCommand.main(registry: try StandardPlugins.registry())
    ///
    /// To be called on the main thread, before there is another one.
    ///
    /// - Parameter registry: the stages; two of one name end the process with 70.
    public static func main(registry: @autoclosure () throws(DuplicateStage) -> PluginRegistry) -> Never {
        ProcessMemory.close()
        // A closed pipe is an error of one write, never the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more (`ulimit -f`).
        signal(SIGXFSZ, SIG_IGN)
        // Who started us may ignore it, and then nobody could learn how a program ended that prints a secret.
        signal(SIGCHLD, SIG_DFL)
        // By this variable libcurl writes down the keys of its TLS sessions, with which anybody who recorded them reads
        // credentials. Nothing here wants that.
        unsetenv("SSLKEYLOGFILE")
        StandardStreams.occupy()
        if let shortage = ProcessLimits.shortage() {
            Console(color: .never).printToStderr(Surroundings.localized(shortage))
            _exit(ExitStatus.internalError.rawValue)
        }
        let stages: PluginRegistry
        do throws(DuplicateStage) {
            stages = try registry()
        } catch {
            let line = Surroundings.localized("process.duplicate_stage", ["type": .text(error.type)])
            Console(color: .never).printToStderr(line)
            exit(ExitStatus.internalError.rawValue)
        }
        let command: any ParsableCommand
        do {
            command = try RootCommand.parseAsRoot()
        } catch {
            refuse(CommandLine.arguments, because: error)
        }
        guard let subcommand = command as? any Subcommand else {
            // `kawaraban` alone and `kawaraban help`: their `run()` shows the help.
            do { try command.runPlainly() } catch { leave(because: error) }
            exit(ExitStatus.done.rawValue)
        }
        perform(subcommand, registry: stages)
    }

    /// Ends the process because of a wrong command line, or with the help that was asked for.
    private static func refuse(_ arguments: [String], because error: any Error) -> Never {
        let wantsJSON =
            arguments.contains("--log-format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--log-format" && $1 == "json" }
        let code = RootCommand.exitCode(for: error)
        guard wantsJSON, code.rawValue != ExitStatus.done.rawValue else { leave(because: error) }
        let mistake = LibraryPhrase(localized: Surroundings.localizer).mistake(RootCommand.message(for: error))
        let message = VisibleText.line("kawaraban: \(mistake)")
        NoticePrinter(Console(color: .never), format: .json).print(Notice(.error, "usage", message))
        exit(code.rawValue)
    }

    /// Ends the process as the library would, in the language of its variables.
    private static func leave(because error: any Error) -> Never {
        let localized = Surroundings.localizer
        guard localized.language != .en else { RootCommand.exit(withError: error) }
        let console = Console(color: .never)
        let text = RootCommand.fullMessage(for: error, columns: longestLine)
        let page = LibraryPage(localized: localized, columns: console.printColumns ?? 80).translated(text)
        let code = RootCommand.exitCode(for: error).rawValue
        if !page.isEmpty {
            // Nobody is left to be told if this fails.
            if code == ExitStatus.done.rawValue { try? console.print(page) } else { console.printToStderr(page) }
        }
        exit(code)
    }

    /// Columns in which the library breaks no line.
    private static let longestLine = 100_000

    private static func perform(_ command: any Subcommand, registry: PluginRegistry) -> Never {
        let console = Console(color: command.common.color)
        let signals = StopSignals(isOn: type(of: command).stopsInOrder)
        let context = CommandContext(
            registry: registry, console: console, signals: signals,
            outputLanguage: OutputLanguage(variables: ProcessEnvironment.variables))
        // The one root task: a signal cancels it, and everything below it ends in order. The process ends with it.
        let root = Task {
            do throws(CommandFailure) {
                exitAtOnce(with: try await command.perform(context))
            } catch {
                let printer = NoticePrinter(console, format: command.common.logFormat)
                for notice in error.notices { printer.print(notice) }
                exitAtOnce(with: error.status)
            }
        }
        signals.wait(cancelling: root)
    }

    /// Ends the process without the farewells of its libraries (atexit(3)): other threads are still there, and OpenSSL
    /// would free what libcurl's thread is using.
    private static func exitAtOnce(with status: ExitStatus) -> Never {
        fflush(nil)
        _exit(status.rawValue)
    }
}

extension ParsableCommand {
    /// Calls `run()` of a command behind `any`.
    fileprivate func runPlainly() throws {
        var copy = self
        try copy.run()
    }
}
