/// Repairs what begins with `<!` or `<?`: character data, comments, document types, instructions.
extension XMLRepair {
    mutating func takeDeclaration() {
        if startsWith("<![CDATA[", at: index) {
            takeCharacterData()
        } else if startsWith("<!--", at: index) {
            skipComment()
        } else if !open.isEmpty, !isDocumentType {
            // `<!'` and the like are text.
            escapeLessThan()
        } else {
            skipDocumentType()
        }
    }

    mutating func skipInstruction() {
        if !open.isEmpty, startsWith("<?xml ", at: index) { record(.misplacedDeclaration) }
        let next = find("<", from: index + 2) ?? input.count
        let end = find("?>", from: index + 2, to: next)
        if end == nil { record(.unclosedTag) }
        index = end.map { $0 + 2 } ?? next
    }

    private mutating func skipComment() {
        guard !isCommentEndMissing, let end = find("-->", from: index + 4) else {
            isCommentEndMissing = true
            record(.unclosedComment)
            index += 4
            return
        }
        if let dashes = find("--", from: index + 4), dashes < end { record(.dashesInComment) }
        index = end + 3
    }

    // MARK: Character data

    private mutating func takeCharacterData() {
        let start = index + 9
        let close = isCDATAEndMissing ? nil : find("]]>", from: start)
        isCDATAEndMissing = close == nil
        guard let end = unclosedEnd(from: start, to: close) ?? close else {
            // The document is cut off here, so the element around it is incomplete.
            index = input.count
            return
        }
        index = start
        let isClosed = end == close
        let textEnd = isClosed ? end : trimmed(start, end)
        if !open.isEmpty {
            output.append(contentsOf: "<![CDATA[".utf8)
            copyPieces(upTo: textEnd)
            output.append(contentsOf: "]]>".utf8)
        }
        if !isClosed { record(.unclosedCDATA) }
        index = isClosed ? end + 3 : end
    }

    /// Copies character data in pieces, because libxml2 accepts sections up to 10 MB only.
    private mutating func copyPieces(upTo end: Int) {
        while end - index > Self.longestPiece {
            var stop = index + Self.longestPiece
            // A piece does not end inside a character.
            while stop > index + 1, input[stop] & 0xC0 == 0x80 { stop -= 1 }
            copyCharacters(upTo: stop)
            output.append(contentsOf: "]]><![CDATA[".utf8)
        }
        copyCharacters(upTo: end)
    }

    private static let longestPiece = 4 << 20

    /// The end of character data without `]]>`: before the end tag of its element or entry, if more character data
    /// begins before the next `]]>`. Nil if the character data has its own end.
    private func unclosedEnd(from start: Int, to close: Int?) -> Int? {
        guard let name = open.last?.name else { return nil }
        var limit = input.count
        if let close {
            guard let next = find("<![CDATA[", from: start, to: close) else { return nil }
            limit = next
        }
        var position = start
        while let end = find("</", from: position, to: limit) {
            let found = end + 2..<XMLRepairName.end(in: input, from: end + 2)
            if isItem(found) || input[found].elementsEqual(input[name]) { return end }
            position = end + 2
        }
        return nil
    }

    /// The end without a malformed `]]>` such as `]] >`.
    private func trimmed(_ start: Int, _ end: Int) -> Int {
        var position = end
        func isLast(_ byte: UInt8) -> Bool { position > start && input[position - 1] == byte }
        func skipBlanks() { while position > start, input[position - 1] <= 0x20 { position -= 1 } }
        skipBlanks()
        if isLast(UInt8(ascii: ">")) { position -= 1 }
        skipBlanks()
        guard isLast(UInt8(ascii: "]")) else { return end }
        while isLast(UInt8(ascii: "]")) { position -= 1 }
        return position
    }

    // MARK: Document types

    private var isDocumentType: Bool {
        let word = input[min(index + 2, input.count)...].prefix(7)
        return word.elementsEqual("DOCTYPE".utf8) || word.elementsEqual("doctype".utf8)
            || word.starts(with: "ENTITY".utf8) || word.starts(with: "ELEMENT".utf8)
    }

    private mutating func skipDocumentType() {
        var depth = 0
        while index < input.count {
            let byte = input[index]
            if byte == UInt8(ascii: "<"), XMLRepairField.isRoot(input[(index + 1)...].prefix(16)) {
                // The document type has no end: the document begins here.
                record(.unclosedTag)
                return
            }
            index += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if byte == UInt8(ascii: ">"), depth <= 0 { return }
        }
    }
}
