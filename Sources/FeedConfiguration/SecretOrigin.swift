import FeedSystem

/// Where a secret comes from, as the configuration says.
struct SecretOrigin {
    enum Place {
        case variable(String)
        case file(String)
        case command([String])
    }

    let place: Place
    let isOptional: Bool
    let form: SecretForm

    init?(from section: ConfigSection, form: SecretForm = .text) {
        self.form = form
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
                return lacking(.missing, "\(shown) is not set", in: section)
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
        guard section.environment.runsCommands else {
            section.secrets.noteUnasked(section.path)
            return isOptional ? nil : Secret(nil, mask: section.mask)
        }
        switch section.secrets.answer(of: words, in: section.environment) {
        case .success(let bytes): return secret(bytes, from: "the output of `\(words[0])`", in: section)
        case .failure(let failure):
            return lacking(
                .notPrinted, "`\(words[0])` \(failure.reason)", in: section, cure: "run it by hand to see why")
        }
    }

    private func read(file path: String, in section: ConfigSection) -> Secret? {
        let path = section.environment.resolve(path: path)
        section.noteFile(path)
        switch SmallFile.read(path, limit: Self.maxLength) {
        case .success(let file):
            if let fault = file.faultAsSecret {
                return lacking(.malformed, "\(path) \(fault)", in: section, cure: "chmod 600 \(path)")
            }
            section.reportIfOthersCanChange(path, at: section.node.place)
            return secret(file.bytes, from: path, in: section)
        case .failure(.missing): return lacking(.missing, "there is no file \(path)", in: section)
        case .failure(let failure):
            return lacking(.malformed, "\(path) \(failure.reason)", in: section, cure: "check what is there")
        }
    }

    private func secret(_ bytes: [UInt8], from origin: String, in section: ConfigSection) -> Secret? {
        var bytes = bytes[...]
        if bytes.last == 0x0A { bytes = bytes.dropLast() }
        if bytes.last == 0x0D { bytes = bytes.dropLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return lacking(.malformed, "\(origin) is malformed: no valid UTF-8", in: section)
        }
        return secret(text, from: origin, in: section)
    }

    private func secret(_ text: String, from origin: String, in section: ConfigSection) -> Secret? {
        guard !text.isEmpty else {
            guard isOptional else { return lacking(.empty, "\(origin) is empty", in: section) }
            section.report("\(section.path): \(origin) is empty and counts as not given", severity: .warning)
            return nil
        }
        if let fault = form.fault(of: text) { return lacking(.malformed, "\(origin) \(fault)", in: section) }
        return section.keep(text)
    }

    /// A secret without a value, which was reported; nil where none is needed.
    ///
    /// What is there and cannot be used is told of an optional one, too: somebody meant it to be used.
    private func lacking(
        _ kind: Lack.Kind, _ what: String, in section: ConfigSection, cure: String? = nil
    ) -> Secret? {
        if isOptional, kind == .missing || kind == .notPrinted { return nil }
        let standard =
            switch kind {
            case .malformed: "copy it anew; line breaks and spaces do not belong in it"
            case .empty: "fill it in, or add `optional: true`"
            case .missing, .notPrinted: "set it, or add `optional: true`"
            }
        section.lacks(Lack(kind, path: section.path, place: section.node.place, what, cure: cure ?? standard))
        return Secret(nil, mask: section.mask)
    }

    /// A name is shown only if it looks like one: somebody may have written the secret itself there.
    private static func shown(variable name: String) -> String {
        let isName =
            name.utf8.count <= 64 && name.utf8.allSatisfy { Variables.isNameByte($0) && !(0x61...0x7A).contains($0) }
        return isName ? "environment variable \(name)" : "the environment variable that is named here"
    }

    private static let maxLength = 16 << 10

    /// `text` if it can be a credential; else nil after a report that does not show it. For what the file itself holds.
    static func checked(_ text: String, in section: ConfigSection, of origin: String) -> String? {
        guard let fault = text.isEmpty ? "is empty" : SecretForm.text.fault(of: text) else { return text }
        section.report("\(section.path): \(origin) \(fault)")
        return nil
    }
}

/// What a secret may consist of.
enum SecretForm {
    /// Any text that fits into a header field.
    case text
    /// What a server hands out to be sent in a header field: visible ASCII.
    case token

    private static let maxLength = 16 << 10

    /// Why a text cannot be such a secret, as the end of a sentence; or nil.
    func fault(of text: String) -> String? {
        if text.utf8.count > Self.maxLength { return "is longer than 16 KiB" }
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return "is malformed: it holds a line break or another control character"
        }
        if text.utf8.first == 0x20 || text.utf8.last == 0x20 { return "is malformed: it begins or ends with a space" }
        guard self == .token else { return nil }
        if text.utf8.contains(0x20) { return "is malformed: there is a space in it" }
        return text.utf8.allSatisfy { $0 < 0x80 } ? nil : "is malformed: it holds full-width or other foreign letters"
    }
}
