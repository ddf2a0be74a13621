import FeedJSON
import FeedModel
import FeedPrograms
import FeedStages
import FeedSystem

/// One exchange of a recording (`Documentation/Recording.md`), without secrets.
struct RecordedExchange: Sendable {
    /// The result of the request.
    enum Outcome: Sendable {
        case answer(ExchangeAnswer)
        /// The request failed; the error's subject is the address.
        case failure(StageError)
        /// A program ended; the exchange's address is the program's line.
        case ended(ProgramOutcome)
        /// A mail server took a letter, but not for these recipients.
        case taken([RefusedRecipient])
    }

    var method: String
    /// The address without secrets.
    var url: String
    /// The header fields as sent, without secrets.
    var requestHeaders: [(name: String, value: String)] = []
    var requestBody: [UInt8]?
    var outcome: Outcome
}

extension RecordedExchange {
    /// The bytes of the exchange's file.
    var text: [UInt8] {
        var output = Array("\(method) \(url)\n".utf8)
        func line(_ text: String) { output += Array((text + "\n").utf8) }
        func field(_ name: String, _ value: String) { line(Self.field(name, value)) }
        for (name, value) in requestHeaders { field(name, value) }
        if let requestBody {
            let isText = Self.isText(requestBody)
            if !isText { line("@body base64") }
            line("")
            let body = isText ? requestBody : Self.wrapped(requestBody)
            for piece in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                output += Array("> ".utf8) + piece + [UInt8(ascii: "\n")]
            }
        }
        line("")
        switch outcome {
        case .failure(let error):
            line("ERROR \(error.code.rawValue)")
            for (fact, value) in error.facts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                field(fact.rawValue, value)
            }
            for (fact, phrase) in error.phrases.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                if let text = JSONEncoding.text(of: phrase) { line("@phrase \(fact.rawValue): \(text)") }
            }
            if let wait = error.retryAfter { line("@retry-after \(wait.clampedMilliseconds)") }
            if let explanation = error.explanation { line("@explanation \(Self.singleLine(explanation))") }
        case .answer(let answer):
            line("HTTP \(answer.status)")
            if answer.bytesReceived != answer.body.count { line("@bytes \(answer.bytesReceived)") }
            output += Self.rest(answer.headers, answer.body)
        case .ended(let outcome):
            line("END \(Self.singleLine(outcome.ending.recorded))")
            output += Self.rest(outcome.messages.map { ("stderr", $0) }, outcome.output)
        case .taken(let refused):
            line("TAKEN")
            for recipient in refused { field(RefusedRecipient.recordedName, recipient.recorded) }
        }
        return output
    }

    /// The header fields and the body of a response.
    private static func rest(_ fields: [(name: String, value: String)], _ body: [UInt8]) -> [UInt8] {
        let isText = isText(body)
        let lines =
            (isText ? [] : ["@body base64"]) + fields.map { field($0.name, $0.value) } + (body.isEmpty ? [] : [""])
        return Array(lines.map { $0 + "\n" }.joined().utf8) + (isText ? body : wrapped(body))
    }

    private static func field(_ name: String, _ value: String) -> String {
        let name = singleLine(name)
        // Servers may choose any field name: this one would be read as a comment or as one of our own lines.
        let isPlain = !name.isEmpty && name.utf8.first != UInt8(ascii: "#") && name.utf8.first != UInt8(ascii: "@")
        return (isPlain ? "" : "@field ") + "\(name): \(singleLine(value))"
    }

    /// The text without control characters except tabs, so that it stays on one line. Blanks at its ends go too,
    /// because they are not read.
    private static func singleLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return trimmed(text[...]) }
        return trimmed(
            Substring(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, as: UTF8.self))
    }

    /// Whether bytes are UTF-8 text without control characters, except tabs and line ends.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let hasControls = bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
        return !hasControls && String(validating: bytes, as: UTF8.self) != nil
    }

    /// Base64 in lines of 76 characters (RFC 2045 §6.8).
    private static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        let text = Array(Base64.encode(bytes).utf8)
        return Array(
            stride(from: 0, to: text.count, by: 76).map { text[$0..<min($0 + 76, text.count)] }
                .joined(separator: [UInt8(ascii: "\n")]))
    }
}
