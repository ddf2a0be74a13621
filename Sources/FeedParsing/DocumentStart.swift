/// The kind of a document, by how it begins.
enum DocumentStart {
    case empty
    case json
    case html
    case text
    /// XML. `start` is behind blanks, junk and XML declaration; `junk` counts the skipped bytes, blanks included.
    case xml(start: Int, junk: Int)

    init(_ text: ArraySlice<UInt8>) {
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else {
            self = .empty
            return
        }
        if text[first] == UInt8(ascii: "{") || text[first] == UInt8(ascii: "[") {
            self = .json
            return
        }
        let start = text[first] == UInt8(ascii: "<") ? first : Self.feedStart(text, from: first)
        guard let start, let element = Self.firstElement(text, from: start) else {
            self = text[first] == UInt8(ascii: "<") ? .xml(start: first, junk: 0) : .text
            return
        }
        if Self.isRoot(text, at: element) {
            self = .xml(start: Self.declarationEnd(text, at: start), junk: start - text.startIndex)
        } else if Self.begins(text, at: element, "<html") || Self.begins(text, at: element, "<head") {
            self = .html
        } else if let feed = Self.feedStart(text, from: element) {
            // A stray line of markup before the document.
            self = .xml(start: Self.declarationEnd(text, at: feed), junk: feed - text.startIndex)
        } else if Self.isPage(text, from: start, element: element) {
            self = .html
        } else {
            self = .xml(start: Self.declarationEnd(text, at: start), junk: start - text.startIndex)
        }
    }

    /// Whether this is a page or a part of one. HTML needs neither `<html>` nor `<head>`.
    private static func isPage(_ text: ArraySlice<UInt8>, from start: Int, element: Int) -> Bool {
        let elements: [StaticString] = [
            "<body", "<title>", "<meta", "<div", "<p>", "<br", "<h1", "<script", "<style", "<center", "<table", "<pre",
        ]
        return begins(text, at: start, "<!doctype html") || elements.contains { begins(text, at: element, $0) }
    }

    /// Bytes of junk before a feed, at most.
    private static let longestJunk = 64 << 10

    private static func isRoot(_ text: ArraySlice<UInt8>, at index: Int) -> Bool {
        ["<rss", "<feed", "<rdf:rdf", "<channel", "<atom"].contains { begins(text, at: index, $0) }
    }

    /// The position of a feed's first XML declaration or root element.
    private static func feedStart(_ text: ArraySlice<UInt8>, from first: Int) -> Int? {
        let end = min(text.endIndex, first + longestJunk)
        return text[first..<end].indices.first { index in
            text[index] == UInt8(ascii: "<") && (begins(text, at: index, "<?xml ") || isRoot(text, at: index))
        }
    }

    /// The position of the first start tag behind comments, instructions and a document type.
    private static func firstElement(_ text: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        let end = min(text.endIndex, start + longestJunk)
        while index < end {
            if begins(text, at: index, "<!--") {
                index = self.end(of: "-->", text, from: index + 4)
            } else if begins(text, at: index, "<?") {
                index = instructionEnd(text, at: index)
            } else if text[index] == UInt8(ascii: "<"), index + 1 < text.endIndex, text[index + 1] | 0x20 &- 0x61 < 26 {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The position behind an XML declaration. Its encoding no longer counts: the text is UTF-8 by now.
    private static func declarationEnd(_ text: ArraySlice<UInt8>, at start: Int) -> Int {
        begins(text, at: start, "<?xml") ? instructionEnd(text, at: start) : start
    }

    /// The position behind an instruction, or of the next tag if the instruction has no end.
    private static func instructionEnd(_ text: ArraySlice<UInt8>, at start: Int) -> Int {
        let next = text[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? text.endIndex
        return end(of: "?>", text[..<next], from: start + 2)
    }

    private static func end(of word: StaticString, _ text: ArraySlice<UInt8>, from start: Int) -> Int {
        let length = word.utf8CodeUnitCount
        var index = start
        while index + length <= text.endIndex {
            if (0..<length).allSatisfy({ text[index + $0] == word.utf8Start[$0] }) { return index + length }
            index += 1
        }
        return text.endIndex
    }

    /// Whether `word` (lower case) stands at `index`, in any case of its letters.
    private static func begins(_ text: ArraySlice<UInt8>, at index: Int, _ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard index + length <= text.endIndex else { return false }
        return (0..<length).allSatisfy { offset in
            let byte = text[index + offset]
            return (byte &- 0x41 < 26 ? byte | 0x20 : byte) == word.utf8Start[offset]
        }
    }
}
