import FeedMessages
import FeedPrograms
import FeedSystem

/// The place of a secret, as the configuration names it.
struct SecretOrigin {
    enum Place {
        case variable(String)
        case file(String)
        case credential(String)
        case command([String])

        var origin: UnavailableValue.Origin {
            switch self {
            case .variable: .variable
            case .credential: .credential
            case .file, .command: .elsewhere
            }
        }
    }

    let place: Place
    let isOptional: Bool
    let form: SecretForm

    init?(from section: ConfigSection, form: SecretForm = .text) {
        self.form = form
        let variable = section.option("env", as: String.self, help: .message("option.secret.env"))
        let file = section.option("file", as: FilePath.self, help: .message("option.secret.file"))?.text
        let credential = section.option("credential", as: String.self, help: .message("option.secret.credential"))
        let command = section.option("command", as: [String].self, help: .message("option.secret.command"))
        isOptional = section.option(
            "optional", as: Bool.self, default: false, help: .message("option.secret.optional"))
        section.exactlyOne(of: "env", "file", "credential", "command")
        if command == [] { section.report(.message("secret.command_empty", ["path": .text(section.path)])) }
        if let credential { Credential.checkName(credential, in: section) }
        let places = [
            variable.map(Place.variable), file.map(Place.file),
            credential.flatMap { Credential.isName($0) ? .credential($0) : nil },
            command.flatMap { $0.isEmpty ? nil : .command($0) },
        ].compactMap(\.self)
        guard places.count == 1 else { return nil }
        place = places[0]
    }

    /// The options of a map that names the place of a secret.
    static var specs: ([OptionSpec], [OptionRule]) { ConfigSection.declarations { _ = SecretOrigin(from: $0) } }

    /// Returns the secret. A missing or unusable one is reported and has no value; nil if it is optional and missing.
    func resolve(in section: ConfigSection) -> Secret? {
        switch place {
        case .variable(let name):
            let shown = Self.shown(variable: name)
            guard let value = section.environment.variables[name] else {
                return unavailable(.missing, .message("secret.not_set", ["origin": shown]), in: section)
            }
            return secret(value, from: shown, in: section)
        case .file(let path):
            let path = section.environment.resolve(path: path)
            return read(file: path, in: section, ifMissing: .message("secret.no_file", ["file": .text(path)]))
        case .credential(let name): return credential(name, in: section)
        case .command(let words): return run(words, in: section)
        }
    }

    private func run(_ words: [String], in section: ConfigSection) -> Secret? {
        section.secrets.recordCommand()
        let searched = section.environment.variables["PATH"]
        if let program = SecretCommand.path(of: words[0], in: section.environment) {
            section.reportIfOthersCanChange(program, at: section.node.place)
            section.recordProgram(program)
        } else if let program = ProgramFile.path(of: words[0], in: "", searching: searched) {
            section.recordProgram(program)
        }
        guard section.environment.runsCommands else {
            section.secrets.recordUnasked(section.path)
            return isOptional ? nil : Secret(nil, mask: section.mask)
        }
        switch section.secrets.answer(of: words, in: section.environment) {
        case .success(let bytes):
            return secret(bytes, from: .message("secret.output", ["program": .text(words[0])]), in: section)
        case .failure(let failure):
            return unavailable(
                .notPrinted,
                .message("secret.not_printed", ["program": .text(words[0]), "reason": .message(failure.reason)]),
                in: section, cure: .message("secret.run_by_hand"))
        }
    }

    private func credential(_ name: String, in section: ConfigSection) -> Secret? {
        guard let file = Credential.file(name, in: section.environment) else {
            return unavailable(
                .missing, .message("secret.no_credentials", ["name": .text(name)]), in: section,
                cure: .message("secret.no_credentials.cure", ["name": .text(name)]))
        }
        return read(
            file: file, in: section, ifMissing: .message("secret.no_credential", ["file": .text(file)]),
            cure: .message("secret.no_credential.cure", ["name": .text(name)]))
    }

    /// Reads a whole file as the secret. `ifMissing` and `cure` are told if there is none.
    private func read(
        file path: String, in section: ConfigSection, ifMissing: LocalizedText, cure: LocalizedText? = nil
    ) -> Secret? {
        section.record(path, for: place.origin == .credential ? .credential : .secret)
        switch SmallFile.read(path, limit: Self.maxLength) {
        case .success(let file):
            if let fault = file.faultAsSecret(called: .text(path)) {
                return unavailable(
                    .malformed, fault, in: section, cure: .message("secret.close_to_others", ["file": .text(path)]))
            }
            section.reportIfOthersCanChange(path, at: section.node.place)
            return secret(file.bytes, from: .text(path), in: section)
        case .failure(.missing):
            return unavailable(.missing, ifMissing, in: section, cure: cure)
        case .failure(let failure):
            return unavailable(
                .malformed, failure.text(of: .text(path)), in: section, cure: .message("secret.check_place"))
        }
    }

    private func secret(_ bytes: [UInt8], from origin: MessageArgument, in section: ConfigSection) -> Secret? {
        var bytes = bytes[...]
        if bytes.last == 0x0A { bytes = bytes.dropLast() }
        if bytes.last == 0x0D { bytes = bytes.dropLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return unavailable(.malformed, .message("secret.not_utf8", ["origin": origin]), in: section)
        }
        return secret(text, from: origin, in: section)
    }

    private func secret(_ text: String, from origin: MessageArgument, in section: ConfigSection) -> Secret? {
        guard !text.isEmpty else {
            guard isOptional else {
                return unavailable(.empty, .message("secret.empty", ["origin": origin]), in: section)
            }
            section.report(
                .message("secret.counts_as_not_given", ["path": .text(section.path), "origin": origin]),
                severity: .warning)
            return nil
        }
        if let fault = form.fault(of: text, from: origin) { return unavailable(.malformed, fault, in: section) }
        return section.keep(text)
    }

    /// Returns a secret without a value after a report; nil if the secret is optional and missing.
    ///
    /// An optional secret that exists and cannot be used is reported, too: somebody meant to use it.
    private func unavailable(
        _ kind: UnavailableValue.Kind, _ what: LocalizedText, in section: ConfigSection, cure: LocalizedText? = nil
    ) -> Secret? {
        if isOptional, kind == .missing || kind == .notPrinted { return nil }
        let standard: LocalizedText =
            switch kind {
            case .malformed: .message("secret.copy_without_blanks")
            case .empty: section.isRequired ? .message("secret.fill_in_required") : .message("secret.fill_in")
            case .missing, .notPrinted: section.isRequired ? .message("secret.set_required") : .message("secret.set")
            }
        section.recordUnavailable(
            UnavailableValue(
                kind, from: place.origin, path: section.path, place: section.node.place, what, cure: cure ?? standard))
        return Secret(nil, mask: section.mask)
    }

    /// Returns a variable's name if it looks like one, or else hides it: it may be the secret itself.
    private static func shown(variable name: String) -> MessageArgument {
        let isName =
            name.utf8.count <= 64 && name.utf8.allSatisfy { Variables.isNameByte($0) && !(0x61...0x7A).contains($0) }
        return isName
            ? .message("secret.variable", ["name": .text(name)]) : .message("secret.hidden_variable")
    }

    private static let maxLength = 16 << 10

    /// Returns a `text` of the file itself if it can be a credential; nil after a report that does not show it.
    static func checked(_ text: String, in section: ConfigSection, of origin: MessageArgument) -> String? {
        let empty: LocalizedText? = text.isEmpty ? .message("secret.empty", ["origin": origin]) : nil
        guard let fault = empty ?? SecretForm.text.fault(of: text, from: origin) else { return text }
        section.report(.message("config.of_option", ["path": .text(section.path), "what": .message(fault)]))
        return nil
    }
}

/// The characters that a secret may have.
enum SecretForm {
    /// Any text that is valid in a header field.
    case text
    /// A token that a server issued for a header field: visible ASCII.
    case token

    private static let maxLength = 16 << 10

    /// Returns why a text cannot be such a secret, or nil. `origin` is its name in the message.
    func fault(of text: String, from origin: MessageArgument) -> LocalizedText? {
        if text.utf8.count > Self.maxLength { return .message("secret.too_long", ["origin": origin]) }
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return .message("secret.control_character", ["origin": origin])
        }
        if text.utf8.first == 0x20 || text.utf8.last == 0x20 {
            return .message("secret.outer_space", ["origin": origin])
        }
        guard self == .token else { return nil }
        if text.utf8.contains(0x20) { return .message("secret.inner_space", ["origin": origin]) }
        return text.utf8.allSatisfy { $0 < 0x80 } ? nil : .message("secret.foreign_letters", ["origin": origin])
    }
}
