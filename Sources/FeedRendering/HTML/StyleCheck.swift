/// Splits CSS into tokens as browsers do (CSS Syntax Level 3 §4), so that what loads something is found however it is
/// written: with escapes (`\75rl(`), in other letters (`URL(`), beside comments.
struct StyleCheck {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// The ends of the open brackets, with the lines of their beginnings.
    private var open: [(end: UInt8, line: Int)] = []

    /// Functions that load or run something, the longer of two with the same end first. `image-set` and its kind take an
    /// address as a text, also from a variable.
    private static let forbidden = ["expression", "-webkit-image-set", "image-set", "image", "src", "url"]

    init(_ text: String) {
        // §3.3: each kind of line break is one.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte == 0x0A, bytes.last == 0x0D { bytes[bytes.count - 1] = 0x0A } else { bytes.append(byte) }
        }
        self.bytes = bytes
    }

    /// Reads all tokens. Throws the first mistake.
    mutating func run() throws(StyleFault) {
        try findEndTag()
        while index < bytes.count { try readToken() }
        if let first = open.first { throw StyleFault(reason: .unfinished, line: first.line) }
    }

    private mutating func readToken() throws(StyleFault) {
        switch byte(0) {
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): try readComment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try readText()
        case UInt8(ascii: "@"):
            step()
            guard startsName() else { return }
            let name = try readName()
            if name == "import" { throw fault(.importRule) }
            try refuse(name)
        case UInt8(ascii: "#"):
            step()
            if startsName() || isOfName(byte(0)) { try readNameOfNoAddress() }
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            step()
            if startsName() { try readNameOfNoAddress() }
        case UInt8(ascii: "("): enter(UInt8(ascii: ")"))
        case UInt8(ascii: "["): enter(UInt8(ascii: "]"))
        case UInt8(ascii: "{"): enter(UInt8(ascii: "}"))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard open.popLast()?.end == byte(0) else { throw fault(.unfinished) }
            step()
        default:
            if startsName() { return try readWord() }
            let isOpeningComment = bytes[index...].starts(with: "<!--".utf8)
            for _ in 0..<(isOpeningComment ? 4 : 1) { step() }
        }
    }

    /// A browser ends the style at this text wherever it stands, as HTML knows nothing of CSS.
    private func findEndTag() throws(StyleFault) {
        var line = 1
        for place in bytes.indices {
            if isLineBreak(bytes[place]) { line += 1 }
            let isEnd = bytes[place...].prefix(7).elementsEqual("</style".utf8) { $0 == $1 || $0 | 0x20 == $1 }
            if isEnd { throw StyleFault(reason: .endTag, line: line) }
        }
    }

    // MARK: Words and functions

    /// Reads a name with what belongs to it (§4.3.4).
    private mutating func readWord() throws(StyleFault) {
        let name = try readName()
        guard byte(0) == UInt8(ascii: "(") else { return }
        if name != "url" { try refuse(name) }
        enter(UInt8(ascii: ")"))
        if name == "url" { try readAddress() }
    }

    private mutating func readNameOfNoAddress() throws(StyleFault) {
        let name = try readName()
        try refuse(name)
    }

    /// Refuses a name in front of a bracket that ends with a forbidden function. Browsers disagree on where a name begins
    /// (`éurl(`, `1×url(`, `u+aurl(`), and in such a function they read comments, which are none in an address.
    private func refuse(_ name: String) throws(StyleFault) {
        guard byte(0) == UInt8(ascii: "(") else { return }
        for word in Self.forbidden where name.utf8.suffix(word.utf8.count).elementsEqual(word.utf8) {
            throw fault(word == "url" ? .address : .function(word))
        }
    }

    /// Reads the address behind `url(`. Its bracket stays open.
    private mutating func readAddress() throws(StyleFault) {
        skipBlanks()
        let address: String
        if byte(0) == UInt8(ascii: "\"") || byte(0) == UInt8(ascii: "'") {
            address = try readText()
        } else {
            var text: [UInt8] = []
            while byte(0) != UInt8(ascii: ")"), !isBlank(byte(0)) {
                switch byte(0) {
                case 0, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 0x01...0x1F, 0x7F:
                    throw fault(index < bytes.count ? .address : .unfinished)
                case UInt8(ascii: "\\"): try readEscape(into: &text)
                default:
                    text.append(byte(0))
                    step()
                }
            }
            address = String(decoding: text, as: UTF8.self)
            skipBlanks()
            guard byte(0) == UInt8(ascii: ")") else { throw fault(.address) }
        }
        // A part of the page itself is no address of another file.
        guard address.utf8.first == UInt8(ascii: "#") || address.lowercased().hasPrefix("data:image/") else {
            throw fault(.address)
        }
    }

    // MARK: Parts of tokens

    private mutating func readComment() throws(StyleFault) {
        let start = line
        step()
        step()
        while byte(0) != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") {
            guard index < bytes.count else { throw StyleFault(reason: .unfinished, line: start) }
            step()
        }
        step()
        step()
    }

    /// Reads a text in quotes (§4.3.5).
    private mutating func readText() throws(StyleFault) -> String {
        let quote = byte(0)
        var text: [UInt8] = []
        step()
        while byte(0) != quote {
            guard index < bytes.count, !isLineBreak(byte(0)) else { throw fault(.unfinished) }
            if byte(0) == UInt8(ascii: "\\") {
                try readEscape(into: &text)
            } else {
                text.append(byte(0))
                step()
            }
        }
        step()
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a name (§4.3.11), in lower case.
    private mutating func readName() throws(StyleFault) -> String {
        var name: [UInt8] = []
        while true {
            if isOfName(byte(0)) {
                name.append(byte(0))
                step()
            } else if isEscape(0) {
                try readEscape(into: &name)
            } else {
                return String(decoding: name, as: UTF8.self).lowercased()
            }
        }
    }

    /// Reads an escape (§4.3.7): a hexadecimal number with a blank behind it, or any character. In a text, an escaped
    /// line break is nothing.
    private mutating func readEscape(into text: inout [UInt8]) throws(StyleFault) {
        step()
        guard index < bytes.count else { throw fault(.unfinished) }
        var value: UInt32 = 0
        var count = 0
        while count < 6, let digit = Character(UnicodeScalar(byte(0))).hexDigitValue {
            value = value << 4 | UInt32(digit)
            count += 1
            step()
        }
        if count > 0 {
            if isBlank(byte(0)) { step() }
            text.append(contentsOf: String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
        } else {
            if !isLineBreak(byte(0)) { text.append(byte(0)) }
            step()
        }
    }

    // MARK: Bytes

    /// The byte at a place from here on, or 0 behind the end.
    private func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

    private mutating func step() {
        if isLineBreak(byte(0)) { line += 1 }
        index += 1
    }

    private mutating func enter(_ end: UInt8) {
        open.append((end, line))
        step()
    }

    private mutating func skipBlanks() { while isBlank(byte(0)) { step() } }

    private func fault(_ reason: StyleFault.Reason) -> StyleFault { StyleFault(reason: reason, line: line) }

    /// Whether three characters begin a name (§4.3.9).
    private func startsName() -> Bool {
        guard byte(0) == UInt8(ascii: "-") else { return isStartOfName(byte(0)) || isEscape(0) }
        return isStartOfName(byte(1)) || byte(1) == UInt8(ascii: "-") || isEscape(1)
    }

    private func isEscape(_ offset: Int) -> Bool {
        byte(offset) == UInt8(ascii: "\\") && index + offset + 1 < bytes.count && !isLineBreak(byte(offset + 1))
    }

    private func isStartOfName(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private func isOfName(_ byte: UInt8) -> Bool {
        isStartOfName(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
    }

    private func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0C || byte == 0x0D }

    private func isBlank(_ byte: UInt8) -> Bool { isLineBreak(byte) || byte == 0x20 || byte == 0x09 }
}
