import FeedConfiguration
import FeedMessages
import FeedRendering

/// An address of a person or a program, with a name or without: `Hanako <hanako@example.com>`.
struct MailAddress: Sendable, Hashable {
    /// The name for people, on one line, or nil.
    var name: String?
    /// The address itself (`addr-spec`, RFC 5322 §3.4.1), in ASCII.
    var address: String

    /// What is behind the last `@`.
    var domain: String { address.split(separator: "@").last.map(String.init) ?? "localhost" }

    /// The address in a header, in parts between which the line may be folded.
    var headerWords: [String] {
        guard let name, !name.isEmpty else { return [address] }
        return Self.phrase(name) + ["<\(address)>"]
    }

    private static func phrase(_ name: String) -> [String] {
        if EncodedWords.isPlain(name), name.utf8.count <= longestPhrase {
            let words = name.split(separator: " ").map(String.init)
            if words.allSatisfy({ $0.utf8.allSatisfy(isOfAtom) }) { return words }
            var quoted = "\""
            for character in name {
                if character == "\"" || character == "\\" { quoted.append("\\") }
                quoted.append(character)
            }
            return [quoted + "\""]
        }
        return EncodedWords.words(of: name, first: longestPhrase)
    }

    private static let longestPhrase = 60
}

extension MailAddress {
    /// Why a text is no address.
    enum Fault: Error, Hashable {
        case controls, many, notASCII, name, address

        func message(at path: String) -> LocalizedText {
            let place = ["path": MessageArgument.text(path)]
            return switch self {
            case .controls: .message("mail.address_controls", place)
            case .many: .message("mail.address_many", place)
            case .notASCII: .message("mail.address_not_ascii", place)
            case .name: .message("mail.address_long_name", place)
            case .address: .message("mail.address_wrong", place)
            }
        }

        var cure: LocalizedText {
            switch self {
            case .controls: .message("mail.address_controls.cure")
            case .many: .message("mail.address_many.cure")
            case .notASCII: .message("mail.address_not_ascii.cure")
            case .name: .message("mail.address_long_name.cure")
            case .address: .message("mail.address_wrong.cure")
            }
        }
    }

    /// Parses `address`, `Name <address>` or `"Name" <address>`. Throws what is wrong with the text.
    init(_ text: String) throws(Fault) {
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { throw .controls }
        let text = Self.trimmed(text[...])
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            try self.init(nil, at: text)
            return
        }
        let name = Self.unquoted(Self.trimmed(text[..<open]))
        let address = Self.trimmed(text[text.index(after: open)...].dropLast())
        try self.init(name.isEmpty ? nil : name, at: address)
    }

    private init(_ name: String?, at address: String) throws(Fault) {
        guard address.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
        guard Self.isAddress(address) else {
            let ats =
                address.utf8.count { $0 == UInt8(ascii: "@") } + (name?.utf8.count { $0 == UInt8(ascii: "@") } ?? 0)
            // A quoted part before the `@` may have others, which make no list.
            throw ats > 1 && !address.contains("\"") ? .many : .address
        }
        let line = name.map(VisibleText.line)
        guard (line?.utf8.count ?? 0) <= Self.longestName else { throw .name }
        self.name = line
        self.address = address
    }

    private static let longestName = 1000
    /// RFC 5321 §4.5.3.1: of a part before the `@`, of a host, and of both with the brackets around them.
    private static let longestLocal = 64
    private static let longestDomain = 253
    private static let longestAddress = 254

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= longestAddress, parts[0].count <= longestLocal else { return false }
        let atoms = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A program would take an address that begins with a hyphen for an option.
        guard parts[0].first != UInt8(ascii: "-"), atoms.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isOfAtom) }) else {
            return false
        }
        return isDomain(parts[1])
    }

    private static func isDomain(_ domain: Substring.UTF8View) -> Bool {
        if domain.first == UInt8(ascii: "["), domain.last == UInt8(ascii: "]"), domain.count > 2 {
            return domain.dropFirst().dropLast().allSatisfy { byte in
                isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
            }
        }
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return domain.count <= longestDomain
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// `atext` (RFC 5322 §3.2.3).
    private static func isOfAtom(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Returns a name without the quotation marks around it.
    private static func unquoted(_ name: String) -> String {
        guard name.count >= 2, name.first == "\"", name.last == "\"" else { return name }
        var plain = ""
        var isEscaped = false
        for character in name.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                plain.append(character)
                isEscaped = false
            }
        }
        return plain
    }
}

extension MailAddress: ConfigValue {
    static var typeName: LocalizedText { .message("type.mail_address") }
    static var schema: ValueSchema { .text }
    static var placeholder: MailAddress { MailAddress(name: nil, address: "nobody@localhost") }
    var manualText: String { name.map { "\($0) <\(address)>" } ?? address }

    static func read(_ node: Node, in section: ConfigSection) -> MailAddress? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(Fault) {
            return try MailAddress(text)
        } catch {
            section.report(error.message(at: section.path), at: node.place, suggestion: error.cure)
            return nil
        }
    }
}
