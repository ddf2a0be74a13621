import FeedMessages

/// Reads `env_file`: lines `NAME=value`, for example for cron, which has no environment.
///
/// Blank lines and lines that begin with `#` are skipped, and `export` may come first. A value in single quotes is
/// taken as it is. A value in double quotes may have `\n \t \" \\ \$`. One without quotes is trimmed, and ends
/// before ` #`.
package enum EnvironmentFile {
    /// Size limit of the file, in bytes.
    package static let maxLength = 1 << 20

    /// Returns the variables of a file. Diagnostics never show a line, because it may contain a secret.
    package static func read(_ bytes: [UInt8], file: String, into diagnostics: Diagnostics) -> [String: String] {
        var variables: [String: String] = [:]
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, var line) in lines.enumerated() {
            if line.last == 0x0D { line = line.dropLast() }
            line = trimmed(line)
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if line.starts(with: Array("export ".utf8)) { line = trimmed(line.dropFirst(7)) }
            switch parse(line) {
            case .success(let (name, value)): variables[name] = value
            case .failure(let fault):
                let place = Place(file: file, line: number + 1, column: 1)
                diagnostics.report(Diagnostic(at: place, fault.message, suggestion: .message("env_file.write")))
            }
        }
        return variables
    }

    private struct Fault: Error {
        let message: LocalizedText
    }

    private static func parse(_ line: ArraySlice<UInt8>) -> Result<(String, String), Fault> {
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
            return .failure(Fault(message: .message("env_file.no_equals")))
        }
        let name = trimmed(line[..<equals])
        guard let first = name.first, !(0x30...0x39).contains(first), name.allSatisfy(Variables.isNameByte) else {
            return .failure(Fault(message: .message("env_file.bad_name")))
        }
        return value(trimmed(line[(equals + 1)...])).flatMap { bytes in
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                return .failure(Fault(message: .message("env_file.not_utf8")))
            }
            return .success((String(decoding: name, as: UTF8.self), text))
        }
    }

    private static func value(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Fault> {
        switch text.first {
        case UInt8(ascii: "'"):
            guard let end = text.dropFirst().firstIndex(of: UInt8(ascii: "'")), isComment(text[(end + 1)...]) else {
                return .failure(Fault(message: .message("env_file.single_quote")))
            }
            return .success(Array(text[(text.startIndex + 1)..<end]))
        case UInt8(ascii: "\""): return quoted(text.dropFirst())
        default:
            let comment = text.indices.first {
                text[$0] == UInt8(ascii: "#") && $0 > text.startIndex && isBlank(text[$0 - 1])
            }
            return .success(Array(trimmed(text[..<(comment ?? text.endIndex)])))
        }
    }

    private static func quoted(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Fault> {
        var value: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            var byte = text[index]
            index += 1
            if byte == UInt8(ascii: "\"") {
                if isComment(text[index...]) { return .success(value) }
                break
            }
            if byte == UInt8(ascii: "\\"), index < text.endIndex {
                switch text[index] {
                case UInt8(ascii: "n"): byte = 0x0A
                case UInt8(ascii: "t"): byte = 0x09
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"): byte = text[index]
                default: index -= 1  // another letter: the backslash stands for itself
                }
                index += 1
            }
            value.append(byte)
        }
        return .failure(Fault(message: .message("env_file.double_quote")))
    }

    private static func isComment(_ rest: ArraySlice<UInt8>) -> Bool {
        let rest = trimmed(rest)
        return rest.isEmpty || rest.first == UInt8(ascii: "#")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return text
    }
}
