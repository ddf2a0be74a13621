import FeedJSON
import FeedMessages
import FeedPrograms
import FeedStages
import FeedSystem

extension RecordedExchange {
    /// Why a file is no valid exchange.
    struct Mistake: Error {
        /// The line's number, from 1; 0 if the file could not be read.
        var line: Int
        /// Why the line is not valid, in a few words.
        var reason: LocalizedText
    }

    /// Reads the file of an exchange, recorded or written by hand. Throws a `Mistake` with the line of the first error.
    init(reading bytes: [UInt8]) throws(Mistake) {
        var lines = Lines(bytes)
        guard let first = lines.nextLine(), let blank = first.utf8.firstIndex(of: UInt8(ascii: " ")) else {
            throw Mistake(line: 1, reason: .message("recording.method_expected"))
        }
        method = String(first[..<blank])
        url = Self.trimmed(first[blank...])
        let request = try Self.head(&lines)
        requestHeaders = request.fields
        try lines.skipRequestBody()
        guard let status = lines.nextLine() else {
            throw Mistake(line: lines.number, reason: .message("recording.outcome_expected"))
        }
        let words = status.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        let place = lines.number
        let answer = try Self.head(&lines)
        if words.count == 2, words[0] == "ERROR" {
            var error = StageError(
                StageError.Code(rawValue: words[1]), subject: url, retryAfter: answer.retryAfter,
                explanation: answer.explanation)
            for field in answer.fields { error.facts[StageError.Fact(rawValue: field.name)] = field.value }
            for field in answer.phrases {
                error.phrases[StageError.Fact(rawValue: field.name)] = JSONDecoding.value(from: field.value)
            }
            outcome = .failure(error)
        } else if words.count >= 2, words[0].hasPrefix("HTTP"), let status = Int(words[1]), (100...999).contains(status)
        {
            let body = try Self.body(lines, answer)
            outcome = .answer(
                ExchangeAnswer(
                    status: status, headers: answer.fields.map { ($0.name.lowercased(), $0.value) }, body: body,
                    bytesReceived: answer.bytes ?? body.count))
        } else if words.first == "END", let ending = ProgramEnding(recorded: String(status.dropFirst(4))) {
            let messages = answer.fields.filter { $0.name.lowercased() == "stderr" }.map(\.value)
            outcome = .ended(ProgramOutcome(ending, output: try Self.body(lines, answer), messages: messages))
        } else if words == ["TAKEN"] {
            let refused = answer.fields.filter { $0.name.lowercased() == RefusedRecipient.recordedName }
            outcome = .taken(refused.compactMap { RefusedRecipient(recorded: $0.value) })
        } else {
            throw Mistake(line: place, reason: .message("recording.ending_expected"))
        }
    }

    private static func body(_ lines: Lines, _ head: Head) throws(Mistake) -> [UInt8] {
        guard head.isBase64 else { return lines.rest }
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        let text = String(decoding: lines.rest.filter { !blanks.contains($0) }, as: UTF8.self)
        guard let decoded = Base64.decode(text) else {
            throw Mistake(line: lines.number, reason: .message("recording.not_base64"))
        }
        return decoded
    }

    private struct Head {
        var fields: [(name: String, value: String)] = []
        /// The phrases of an error, as JSON.
        var phrases: [(name: String, value: String)] = []
        var isBase64 = false
        var bytes: Int?
        var explanation: String?
        var retryAfter: Duration?
    }

    private static func head(_ lines: inout Lines) throws(Mistake) -> Head {
        var head = Head()
        while let line = lines.nextLine(), !line.isEmpty {
            if line.hasPrefix("@body base64") {
                head.isBase64 = true
            } else if line.hasPrefix("@bytes ") {
                head.bytes = Int(trimmed(line.dropFirst(7))).map { max(0, $0) }
            } else if line.hasPrefix("@explanation ") {
                head.explanation = trimmed(line.dropFirst(13))
            } else if line.hasPrefix("@retry-after ") {
                head.retryAfter = Int64(trimmed(line.dropFirst(13))).map { .milliseconds(max(0, $0)) }
            } else if line.hasPrefix("@phrase "), let phrase = field(in: String(line.dropFirst(8))) {
                head.phrases.append(phrase)
            } else if !line.hasPrefix("@") || line.hasPrefix("@field "), let field = field(in: line) {
                head.fields.append(field)
            } else {
                throw Mistake(line: lines.number, reason: .message("recording.field_expected"))
            }
        }
        return head
    }

    /// Splits a line at its first colon. It works on bytes, because a colon and a combining mark after it are one
    /// `Character`.
    private static func field(in line: String) -> (name: String, value: String)? {
        let bytes = line.hasPrefix("@field ") ? line.utf8.dropFirst(7) : line.utf8[...]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return (String(Substring(bytes[..<colon])), trimmed(Substring(bytes[bytes.index(after: colon)...])))
    }

    /// The text without spaces and tabs at its ends.
    static func trimmed(_ text: Substring) -> String {
        var text = text.utf8
        while text.first == 0x20 || text.first == 0x09 { text = text.dropFirst() }
        while text.last == 0x20 || text.last == 0x09 { text = text.dropLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the lines of both heads.
    private struct Lines {
        private let bytes: [UInt8]
        private var index = 0
        private(set) var number = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// The unread bytes.
        var rest: [UInt8] { Array(bytes[index...]) }

        /// The next line that is no comment, without its line end; nil at the end of the file.
        mutating func nextLine() -> String? {
            while let line = takeLine() {
                if line.first != UInt8(ascii: "#") { return String(decoding: line, as: UTF8.self) }
            }
            return nil
        }

        /// Skips the lines that begin with `>`, and the empty line after them.
        mutating func skipRequestBody() throws(Mistake) {
            guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { return }
            while let line = takeLine(), !line.isEmpty {
                guard line.first == UInt8(ascii: ">") else {
                    throw Mistake(line: number, reason: .message("recording.line_expected"))
                }
            }
        }

        private mutating func takeLine() -> ArraySlice<UInt8>? {
            guard index < bytes.count else { return nil }
            let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            var line = bytes[index..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            index = min(end + 1, bytes.count)
            number += 1
            return line
        }
    }
}
