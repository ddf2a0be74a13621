/// A reply of a mail server (RFC 5321 §4.2).
struct MailReply: Sendable, Hashable {
    /// Three digits.
    let code: Int
    /// The text of its lines, joined by blanks, without control characters and cut after `mostText` bytes.
    let text: String

    /// Bytes of text that are kept of a reply.
    static let mostText = 1000

    /// Whether the server did what it was asked to do.
    var isSuccess: Bool { (200...299).contains(code) }
    /// Whether the same may succeed later.
    var isForNow: Bool { (400...499).contains(code) }
    /// Whether the server will not do it.
    var isForGood: Bool { (500...599).contains(code) }

    /// Whether the letter is larger than the server takes.
    ///
    /// 552 is also the code of a mailbox that is full (RFC 5321 §4.2.2) and of content that is not wanted, so the
    /// enhanced status decides where there is one: X.2.3 and X.3.4 are about a letter's size (RFC 3463 §3.3, §3.4).
    var isTooLarge: Bool {
        guard isForGood else { return false }
        guard let (subject, detail) = status else { return code == 552 || code == 523 }
        return (subject, detail) == (2, 3) || (subject, detail) == (3, 4)
    }

    /// Whether the server takes no more recipients in this letter: a 552 to a recipient without another reason counts as
    /// 452 (RFC 5321 §4.5.3.1.10).
    var isTooManyRecipients: Bool {
        guard code == 552 || code == 452 else { return false }
        guard let (subject, detail) = status else { return code == 552 }
        return (subject, detail) == (5, 3)
    }

    /// Subject and detail of the enhanced status at the beginning of the text (RFC 2034 §4), or nil.
    private var status: (subject: Int, detail: Int)? {
        let numbers = text.utf8.prefix { $0 != UInt8(ascii: " ") }
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.count == 3, numbers.allSatisfy({ (1...3).contains($0.count) }),
            let kind = Self.number(numbers[0]), [2, 4, 5].contains(kind), let subject = Self.number(numbers[1]),
            let detail = Self.number(numbers[2])
        else { return nil }
        return (subject, detail)
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(Substring(digits))) : nil
    }
}

/// Joins the lines of a reply as they arrive.
struct MailReplyCollector {
    private var text: [UInt8] = []

    /// A line, without its line end.
    struct Line {
        var code: Int
        /// What is behind the code.
        var text: ArraySlice<UInt8>
        /// Whether it ends its reply.
        var isLast: Bool

        /// Reads a line; nil if it is none of a reply.
        init?(_ bytes: [UInt8]) {
            guard bytes.count >= 3, bytes[..<3].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let separator = bytes.count > 3 ? bytes[3] : UInt8(ascii: " ")
            guard separator == UInt8(ascii: " ") || separator == UInt8(ascii: "-") else { return nil }
            code = bytes[..<3].reduce(0) { $0 * 10 + Int($1 - 0x30) }
            text = bytes.dropFirst(4)
            isLast = separator == UInt8(ascii: " ")
        }
    }

    /// Adds a line; returns the reply that it ends, or nil.
    mutating func add(_ line: Line) -> MailReply? {
        // Each line of a reply repeats its enhanced status.
        let status = text.prefix { $0 != UInt8(ascii: " ") }
        let isRepeated = status.contains(UInt8(ascii: ".")) && line.text.starts(with: status + [UInt8(ascii: " ")])
        let words = isRepeated ? line.text.dropFirst(status.count + 1) : line.text
        if !text.isEmpty { text.append(UInt8(ascii: " ")) }
        text += words.prefix(max(0, MailReply.mostText - text.count))
        guard line.isLast else { return nil }
        defer { text = [] }
        return MailReply(code: line.code, text: text.withUnsafeBytes { HeaderValue.text($0[...]) })
    }
}
