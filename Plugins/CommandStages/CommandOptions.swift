import FeedConfiguration
import FeedModel
import FeedPrograms
import FeedStages
import Glibc

/// The options that all stages with a program have: `run`, `environment`, `secrets`, `memory`, `sandbox`.
struct CommandOptions: Sendable {
    let words: [String]
    private let variables: [String: String]
    private let secrets: [String: Secret]
    private let memory: ByteSize
    private let isConfined: Bool

    init(from section: ConfigSection) {
        words = section.require("run", as: OneOrMany<String>.self, help: .message("option.command.run")).values
        let wanted = section.option(
            "environment", default: [String](),
            help: .message("option.command.environment"))
        secrets = section.option(
            "secrets", default: [String: Secret](), help: .message("option.command.secrets"))
        memory = section.option(
            "memory", default: ByteSize(bytes: 1 << 30), in: ByteSize(bytes: 16 << 20)...ByteSize(bytes: 1 << 40),
            help: .message("option.command.memory"))
        isConfined = section.option(
            "sandbox", default: false,
            help: .message("option.command.sandbox"))
        variables = Self.variables(wanted, in: section)
        for name in secrets.keys.sorted() where !Self.isFileName(name) {
            section.report(
                .message("command.secret_name", ["path": .text(section.path), "name": .text(name)]),
                at: section.node["secrets"]?.place,
                suggestion: .message("command.secret_name.cure"))
        }
        checkRun(in: section)
        checkFiles(in: section)
    }

    /// Returns the program of a stage. The stage chooses its time limit (`time`) and sets its input.
    func program(in services: Services, time: Duration) -> Program {
        var program = Program(words, in: services.directory, variables: variables)
        program.limits.time = time
        program.limits.memory = memory.bytes
        program.isConfined = isConfined
        let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        program.limits.processorSeconds = (Int(clamping: time.components.seconds) + 10) * processors
        for (name, secret) in secrets {
            if secret.isMissing { program.startProblem = .message("command.secret_missing", ["name": .text(name)]) }
            program.secrets[name] = Array(secret.reveal().utf8)
        }
        return program
    }

    /// The program's name for messages.
    var name: String { words.first ?? "" }

    private static let standardVariables = ["PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR"]

    private static func variables(_ wanted: [String], in section: ConfigSection) -> [String: String] {
        let all = section.environment.variables
        var variables = all.filter { standardVariables.contains($0.key) || $0.key.hasPrefix("LC_") }
        if variables["PATH"] == nil { variables["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
        for text in wanted {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts.first ?? ""
            if let fault = fault(ofVariable: name, at: section.path) {
                section.report(fault, at: section.node["environment"]?.place)
            } else {
                variables[name] = parts.count > 1 ? parts[1] : all[name]
            }
        }
        return variables
    }

    private static func fault(ofVariable name: String, at path: String) -> LocalizedText? {
        let isName =
            !name.isEmpty && name.utf8.first.map { (0x30...0x39).contains($0) } == false
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
            }
        if !isName { return .message("command.no_variable", ["path": .text(path)]) }
        let isOurs = name.hasPrefix("KAWARABAN_") || name == "CREDENTIALS_DIRECTORY"
        return isOurs ? .message("command.own_variable", ["path": .text(path), "name": .text(name)]) : nil
    }

    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 100
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || "_.-".utf8.contains($0)
            }
    }

    /// Reports mistakes of `run`: no program, or a single text of several words, because no shell splits it.
    private func checkRun(in section: ConfigSection) {
        guard let node = section.node["run"], !words.isEmpty || node.list != nil else { return }
        if name.isEmpty {
            section.report(.message("command.no_program", ["path": .text(section.path)]), at: node.place)
        } else if let text = node.scalar, text.contains(where: \.isWhitespace) {
            let list = text.split(whereSeparator: \.isWhitespace).joined(separator: ", ")
            section.report(
                .message("command.several_words", ["path": .text(section.path)]), at: node.place,
                suggestion: .message("command.several_words.cure", ["list": .text(list)]))
        }
    }

    /// Checks the program's file like the configuration: a user who can change it can do everything that our user can.
    /// For an interpreter, the first argument that is a file is checked, too.
    private func checkFiles(in section: ConfigSection) {
        guard let place = section.node["run"]?.place, let name = words.first, !name.isEmpty else { return }
        let folder = section.environment.directory
        guard let file = ProgramFile.path(of: name, in: folder, searching: variables["PATH"]) else { return }
        section.reportIfOthersCanChange(file, at: place)
        section.recordProgram(file)
        let script = words.dropFirst().first { !$0.hasPrefix("-") }.map(section.environment.resolve(path:))
        if !name.hasPrefix("."), let script, access(script, F_OK) == 0 {
            section.reportIfOthersCanChange(script, at: place)
            section.recordProgram(script)
        }
    }
}
