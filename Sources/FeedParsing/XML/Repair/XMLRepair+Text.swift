import CLibXML2

/// Repairs text and attribute values: removes characters that XML does not allow, and escapes ambiguous ones.
extension XMLRepair {
    /// Copies text up to the next `<`.
    mutating func copyText() {
        copyPlainText()
        while index < input.count, input[index] != UInt8(ascii: "<") {
            if open.isEmpty {
                // Text outside the root is dropped.
                index += 1
            } else if input[index] == UInt8(ascii: "&") {
                copyReference(endingAt: input.count)
            } else if startsWith("]]>", at: index) {
                record(.bareCDATAEnd)
                output.append(contentsOf: "]]&gt;".utf8)
                index += 3
            } else {
                copyCharacter()
                copyPlainText()
            }
        }
    }

    /// Copies bytes that need no check.
    private mutating func copyPlainText() {
        guard !open.isEmpty else { return }
        var stop = index
        while stop < input.count, Self.isPlain(input[stop]) { stop += 1 }
        output.append(contentsOf: input[index..<stop])
        index = stop
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "]")
            && byte != 0xEF
    }

    /// Copies a name with `_` for bytes beyond ASCII. Some of these are not allowed in names, and no known name has
    /// any.
    mutating func copyName(_ name: Range<Int>) {
        for position in name { output.append(input[position] < 0x80 ? input[position] : UInt8(ascii: "_")) }
    }

    /// Writes the attributes of a tag, quoted and without duplicates. `index` stays where it is.
    mutating func copyAttributes(_ tag: XMLRepairTag) {
        let end = index
        var seen: [Range<Int>] = []
        for attribute in tag.attributes {
            guard !seen.contains(where: { input[$0].elementsEqual(input[attribute.name]) }) else {
                record(.duplicateAttribute)
                continue
            }
            // Names beyond ASCII may be invalid, and a feed reader uses none of them.
            guard !input[attribute.name].contains(where: { $0 >= 0x80 }) else { continue }
            // Only the first hundred attributes are kept, because comparing more would be slow.
            guard seen.count < 100 else { break }
            seen.append(attribute.name)
            if !attribute.isQuoted { record(.unquotedAttribute) }
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: input[attribute.name])
            output.append(contentsOf: "=\"".utf8)
            index = attribute.value.lowerBound
            while index < attribute.value.upperBound { copyValueCharacter(endingAt: attribute.value.upperBound) }
            output.append(UInt8(ascii: "\""))
        }
        index = end
    }

    private mutating func copyValueCharacter(endingAt end: Int) {
        switch input[index] {
        case UInt8(ascii: "&"): copyReference(endingAt: end)
        case UInt8(ascii: "<"):
            record(.bareLessThan)
            output.append(contentsOf: "&lt;".utf8)
            index += 1
        case UInt8(ascii: "\""):
            output.append(contentsOf: "&quot;".utf8)
            index += 1
        default: copyCharacter()
        }
    }

    /// Copies characters, except those that XML does not allow.
    mutating func copyCharacters(upTo end: Int) {
        while index < end {
            var stop = index
            while stop < end, input[stop] >= 0x20, input[stop] != 0xEF { stop += 1 }
            output.append(contentsOf: input[index..<stop])
            index = stop
            if index < end { copyCharacter() }
        }
    }

    /// Copies one byte, or skips a character that XML does not allow.
    mutating func copyCharacter() {
        let byte = input[index]
        if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
            record(.controlCharacter)
            index += 1
        } else if byte == 0xEF, self.byte(index + 1) == 0xBF, self.byte(index + 2) >= 0xBE {
            record(.controlCharacter)
            index += 3
        } else {
            output.append(byte)
            index += 1
        }
    }

    /// Copies a reference that XML knows, converts one of HTML to a number, and escapes any other `&`.
    private mutating func copyReference(endingAt end: Int) {
        var stop = index + 1
        while stop < end, stop - index < 34, Self.canBeInReference(input[stop]) { stop += 1 }
        let body = index + 1..<stop
        guard stop < end, input[stop] == UInt8(ascii: ";"), !body.isEmpty else {
            return copyUnclosedReference(body, endingAt: end)
        }
        if input[body.lowerBound] == UInt8(ascii: "#") {
            if let end = copySurrogates(body, endingAt: end) {
                index = end
                return
            }
            copyNumber(body)
        } else if let characters = named(body) {
            output.append(contentsOf: characters)
        } else {
            return escapeAmpersand()
        }
        index = stop + 1
    }

    /// HTML reads the names of Latin-1 characters without a semicolon. `&copy=` in an address is not such a reference.
    private mutating func copyUnclosedReference(_ body: Range<Int>, endingAt end: Int) {
        let next = body.upperBound < end ? input[body.upperBound] : 0x20
        guard !body.isEmpty, next != UInt8(ascii: "="), let old = oldName(body) else { return escapeAmpersand() }
        record(.unclosedReference)
        output.append(contentsOf: old)
        index = body.upperBound
    }

    private func oldName(_ body: Range<Int>) -> [UInt8]? {
        let name = String(decoding: input[body], as: UTF8.self)
        switch name {
        case "lt", "gt", "amp", "quot": return Array("&\(name);".utf8)
        default:
            guard let value = htmlEntityLookup(name)?.pointee.value, 160...255 ~= value else { return nil }
            return Array("&#\(value);".utf8)
        }
    }

    private mutating func escapeAmpersand() {
        record(.bareAmpersand)
        output.append(contentsOf: "&amp;".utf8)
        index += 1
    }

    /// Joins two references to UTF-16 surrogates into one. Returns the position behind the second, or nil.
    private mutating func copySurrogates(_ body: Range<Int>, endingAt end: Int) -> Int? {
        guard let high = number(body), 0xD800...0xDBFF ~= high else { return nil }
        let second = body.upperBound + 1
        guard second + 2 < end, byte(second) == UInt8(ascii: "&"), byte(second + 1) == UInt8(ascii: "#"),
            let stop = find(";", from: second + 2, to: min(end, second + 10)),
            let low = number(second + 1..<stop), 0xDC00...0xDFFF ~= low
        else { return nil }
        record(.splitReference)
        output.append(contentsOf: "&#\(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00));".utf8)
        return stop + 1
    }

    /// The number behind `#`, or nil.
    private func number(_ body: Range<Int>) -> UInt32? {
        let isHex = byte(body.lowerBound + 1) | 0x20 == UInt8(ascii: "x")
        let digits = input[body.dropFirst(isHex ? 2 : 1)]
        return UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10)
    }

    private mutating func copyNumber(_ body: Range<Int>) {
        guard let number = number(body), let scalar = Unicode.Scalar(number), Self.isAllowed(scalar) else {
            record(.controlCharacter)
            return
        }
        output.append(contentsOf: "&#\(number);".utf8)
    }

    private func named(_ body: Range<Int>) -> [UInt8]? {
        if input[body].elementsEqual("amp".utf8) { return Array("&amp;".utf8) }
        let name = String(decoding: input[body], as: UTF8.self)
        switch name {
        case "lt", "gt", "amp", "quot", "apos": return Array("&\(name);".utf8)
        default: return htmlEntityLookup(name).map { Array("&#\($0.pointee.value);".utf8) }
        }
    }

    private static func canBeInReference(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "#")
    }

    /// XML 1.0 §2.2.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
        default: false
        }
    }
}
