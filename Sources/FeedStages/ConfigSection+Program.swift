public import FeedConfiguration
import FeedMessages
public import FeedPrograms
import FeedSystem
import Glibc

// Options that name a program which a stage runs.

extension ConfigSection {
    /// Reports mistakes of a program's words: no program, or a single text of several words, because no shell splits it.
    /// Warns of a program that could not be started on this machine now.
    ///
    /// Checks the program's file like the configuration: a user who can change it can do everything that our user can.
    /// For an interpreter, the first argument that is a file is checked, too. Blocks on the disk.
    ///
    /// - Parameters:
    ///   - words: the words of the option `key`.
    ///   - key: the name of the option.
    ///   - path: the folders in which the program is searched, as in `PATH`.
    public func checkProgram(_ words: [String], _ key: String, searching path: String?) {
        guard let value = node[key], !words.isEmpty || value.list != nil else { return }
        guard let name = words.first, !name.isEmpty else {
            return report(.message("command.no_program", ["path": .text("\(self.path).\(key)")]), at: value.place)
        }
        if let text = value.scalar, text.contains(where: \.isWhitespace) {
            let list = text.split(whereSeparator: \.isWhitespace).joined(separator: ", ")
            return report(
                .message("command.several_words", ["path": .text("\(self.path).\(key)")]), at: value.place,
                suggestion: .message("command.several_words.cure", ["list": .text(list)]))
        }
        // The program may be there when it is needed, and a recording is replayed without it.
        let problem =
            words.contains { $0.utf8.contains(0) }
            ? .message("program.nul") : ProgramFile.problem(of: name, in: environment.directory, searching: path)
        if let problem, !value.lacksVariable {
            report(
                .message(
                    "command.not_startable",
                    ["path": .text("\(self.path).\(key)"), "program": .text(name), "problem": .message(problem)]),
                at: value.place, severity: .missing)
        }
        guard let file = ProgramFile.path(of: name, in: environment.directory, searching: path) else { return }
        reportIfOthersCanChange(file, at: value.place)
        recordProgram(file)
        let script = words.dropFirst().first { !$0.hasPrefix("-") }.map(environment.resolve(path:))
        if !name.hasPrefix("."), let script, access(script, F_OK) == 0 {
            reportIfOthersCanChange(script, at: value.place)
            recordProgram(script)
        }
    }
}

extension Program {
    /// The variables that a program gets in any case: `PATH`, `HOME`, `LANG`, `LC_*`, `TZ` and `TMPDIR`, as far as they
    /// are set.
    public static func standardVariables(in environment: ConfigEnvironment) -> [String: String] {
        let names = ["PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR"]
        var variables = environment.variables.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
        if variables["PATH"] == nil { variables["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
        return variables
    }

    /// The CPU time that a program may take: that of its time limit on all processors, and some to end.
    public static func processorSeconds(for time: Duration) -> Int {
        (Int(clamping: min(time.components.seconds, 1 << 20)) + 10) * Processors.count
    }
}
