import FeedConfiguration
import FeedModel
import FeedPrograms
import FeedStages

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
        section.checkProgram(words, "run", searching: variables["PATH"])
    }

    /// Returns the program of a stage. The stage chooses its time limit (`time`) and sets its input.
    func program(in services: Services, time: Duration) -> Program {
        var program = Program(words, in: services.directory, variables: variables)
        program.limits.time = time
        program.limits.memory = memory.bytes
        program.isConfined = isConfined
        program.limits.processorSeconds = Program.processorSeconds(for: time)
        for (name, secret) in secrets {
            if secret.isMissing { program.startProblem = .message("command.secret_missing", ["name": .text(name)]) }
            program.secrets[name] = Array(secret.reveal().utf8)
        }
        return program
    }

    /// The program's name for messages.
    var name: String { words.first ?? "" }

    private static func variables(_ wanted: [String], in section: ConfigSection) -> [String: String] {
        let all = section.environment.variables
        var variables = Program.standardVariables(in: section.environment)
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
}
