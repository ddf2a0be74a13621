import ArgumentParser
import FeedStages
import Glibc

/// A call by the script of a shell while somebody types: `kawaraban ---completion …`; or one that asks for the script.
enum CompletionRequest {
    /// The first argument of a call by a script.
    private static let mark = "---completion"
    private static let script = "--generate-completion-script"

    /// Whether a script calls.
    static func isCall(_ arguments: [String]) -> Bool { arguments.dropFirst().first == mark }

    /// Silences the standard error of a call: whatever is wrong, the line that somebody types stays whole.
    static func silence() {
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDERR_FILENO)
        if null != STDERR_FILENO { close(null) }
    }

    /// Answers a call and ends the process, always with status 0.
    static func answer(with registry: PluginRegistry) -> Never {
        Completion.$registry.withValue(registry) {
            do {
                _ = try RootCommand.parseAsRoot()
            } catch  where RootCommand.exitCode(for: error) == .success {
                let lines = RootCommand.message(for: error)
                if !lines.isEmpty { print(lines) }
            } catch {}
        }
        exit(ExitStatus.done.rawValue)
    }

    /// Returns the script that the arguments ask for, or nil: the library's, with our changes.
    static func script(_ arguments: [String], because error: any Error) -> String? {
        guard RootCommand.exitCode(for: error) == .success,
            arguments.contains(where: { $0 == script || $0.hasPrefix("\(script)=") })
        else { return nil }
        return CompletionScript(library: RootCommand.message(for: error)).text
    }
}
