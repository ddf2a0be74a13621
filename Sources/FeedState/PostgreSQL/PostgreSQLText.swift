/// The texts of statements as PostgreSQL reads them.
enum PostgreSQLText {
    /// Returns a text with `$3` for `?3`, with `$n` for `?`, and without SQLite's hints `INDEXED BY name` and `NOT INDEXED`.
    ///
    /// As in SQLite (https://sqlite.org/lang_expr.html §Parameters), `?` is the parameter after the highest one so far.
    static func rewritten(_ text: StaticString) -> String {
        var rest = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)[...]
        var result: [UInt8] = []
        result.reserveCapacity(rest.count)
        var highest = 0
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"):
                result.append(byte)
                result.append(contentsOf: takeQuoted(&rest))
            case UInt8(ascii: "?"):
                let number = takeNumber(&rest) ?? highest + 1
                highest = max(highest, number)
                result.append(contentsOf: "$\(number)".utf8)
            case UInt8(ascii: " "), UInt8(ascii: "\n"):
                if !takeHint(&rest) { result.append(byte) }
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private typealias Rest = Slice<UnsafeBufferPointer<UInt8>>

    /// Removes and returns the rest of a literal, with the quote at its end.
    private static func takeQuoted(_ rest: inout Rest) -> Rest {
        let end = rest.firstIndex(of: UInt8(ascii: "'")).map { $0 + 1 } ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    private static func takeNumber(_ rest: inout Rest) -> Int? {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest.dropFirst(digits.count)
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Removes a hint. Returns false if there is none.
    private static func takeHint(_ rest: inout Rest) -> Bool {
        for words in ["NOT INDEXED", "INDEXED BY "] where rest.starts(with: words.utf8) {
            rest = rest.dropFirst(words.utf8.count).drop { isPartOfName($0) }
            return true
        }
        return false
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
