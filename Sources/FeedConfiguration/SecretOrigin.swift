import FeedFiles

/// Where a secret comes from, as the configuration says.
struct SecretOrigin {
    enum Place {
        case variable(String)
        case file(String)
        case command([String])
    }

    let place: Place
    let isOptional: Bool

    init?(from section: ConfigSection) {
        let variable = section.option("env", as: String.self, help: "name of an environment variable")
        let file = section.option("file", as: FilePath.self, help: "path of a file that holds nothing else")?.text
        let command = section.option("command", as: [String].self, help: "program and arguments that print it")
        isOptional = section.option(
            "optional", as: Bool.self, default: false, help: "whether it is no mistake if it is missing")
        section.exactlyOne(of: "env", "file", "command")
        if let variable, file == nil, command == nil {
            place = .variable(variable)
        } else if let file, variable == nil, command == nil {
            place = .file(file)
        } else if let command, !command.isEmpty, variable == nil, file == nil {
            place = .command(command)
        } else {
            if command == [] { section.report("\(section.path): `command` is empty") }
            return nil
        }
    }

    /// The secret; one without a value where it is missing (reported), nil where it is optional or unusable.
    func resolve(in section: ConfigSection) -> Secret? {
        switch place {
        case .variable(let name):
            let shown = Self.shown(variable: name)
            guard let value = section.environment.variables[name] else {
                return missing("\(shown) is not set", in: section)
            }
            return secret(value, from: shown, in: section)
        case .file(let path):
            return read(file: path, in: section)
        case .command(let words): return run(words, in: section)
        }
    }

    private func run(_ words: [String], in section: ConfigSection) -> Secret? {
        section.secrets.noteCommand()
        if let program = SecretCommand.path(of: words[0], in: section.environment) {
            section.reportIfOthersCanChange(program, at: section.node.place)
        }
        guard section.environment.runsCommands else { return isOptional ? nil : Secret(nil, mask: section.mask) }
        switch SecretCommand.run(words, in: section.environment) {
        case .success(let bytes): return secret(bytes, from: "the output of `\(words[0])`", in: section)
        case .failure(let failure): return missing("`\(words[0])` \(failure.reason)", in: section)
        }
    }

    private func read(file path: String, in section: ConfigSection) -> Secret? {
        let path = section.environment.resolve(path: path)
        section.noteFile(path)
        switch SmallFile.read(path, limit: Self.maxLength) {
        case .success(let file):
            if let fault = file.faultAsSecret {
                section.report("\(section.path): \(path) \(fault)", suggestion: "chmod 600 \(path)")
                return nil
            }
            section.reportIfOthersCanChange(path, at: section.node.place)
            return secret(file.bytes, from: path, in: section)
        case .failure(.missing): return missing("there is no file \(path)", in: section)
        case .failure(let failure):
            section.report("\(section.path): \(path) \(failure.reason)")
            return nil
        }
    }

    private func secret(_ bytes: [UInt8], from origin: String, in section: ConfigSection) -> Secret? {
        var bytes = bytes[...]
        if bytes.last == 0x0A { bytes = bytes.dropLast() }
        if bytes.last == 0x0D { bytes = bytes.dropLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            section.report("\(section.path): \(origin) is malformed: no valid UTF-8")
            return nil
        }
        return secret(text, from: origin, in: section)
    }

    private func secret(_ text: String, from origin: String, in section: ConfigSection) -> Secret? {
        guard !text.isEmpty else {
            guard isOptional else { return missing("\(origin) is empty", in: section) }
            section.report("\(section.path): \(origin) is empty and counts as not given", severity: .warning)
            return nil
        }
        return Self.checked(text, in: section, of: origin).map { section.keep($0) }
    }

    private func missing(_ what: String, in section: ConfigSection) -> Secret? {
        if isOptional { return nil }
        section.report(
            "\(section.path): \(what)", severity: .missing, suggestion: "set it, or add `optional: true`")
        return Secret(nil, mask: section.mask)
    }

    /// A name is shown only if it looks like one: somebody may have written the secret itself there.
    private static func shown(variable name: String) -> String {
        let isName =
            name.utf8.count <= 64 && name.utf8.allSatisfy { Variables.isNameByte($0) && !(0x61...0x7A).contains($0) }
        return isName ? "environment variable \(name)" : "the environment variable that is named here"
    }

    private static let maxLength = 16 << 10

    /// `text` if it can be a credential; else nil after a report that does not show it.
    static func checked(_ text: String, in section: ConfigSection, of origin: String) -> String? {
        let fault: String? =
            if text.isEmpty {
                "is empty"
            } else if text.utf8.count > maxLength {
                "is longer than 16 KiB"
            } else if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
                "is malformed: it holds a line break or another control character"
            } else if text.utf8.first == 0x20 || text.utf8.last == 0x20 {
                "is malformed: it begins or ends with a space"
            } else {
                nil
            }
        guard let fault else { return text }
        section.report("\(section.path): \(origin) \(fault)")
        return nil
    }
}
