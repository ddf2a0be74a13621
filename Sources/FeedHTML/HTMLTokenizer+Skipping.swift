// Content that goes with its element.
extension HTMLTokenizer {
    /// Passes over the content of the element whose start tag was just read, if its content is not for readers.
    ///
    /// - Returns: Whether the element is of that kind; its end tag, if there is one, comes next or is passed over, too.
    mutating func skipContent(of element: HTMLElement) -> Bool {
        let traits = element.traits
        if traits.contains(.rawText) {
            skipRawText(of: element)
        } else if traits.contains(.foreign) {
            if !isSelfClosing { skipForeign(element) }
        } else if traits.contains(.dropsContent) {
            // Without an end tag it would swallow the rest of the entry: then only the tag goes.
            if hasEndTag(of: element) { skipElement(element) }
        } else {
            return false
        }
        return true
    }

    /// Goes behind the end tag of the element that has just begun; false, and stays, if there is none.
    mutating func skipWhole(_ element: HTMLElement) -> Bool {
        guard hasEndTag(of: element) else { return false }
        skipElement(element)
        return true
    }

    /// Goes to the end tag of an element whose content is no markup (§13.2.5.2 to §13.2.5.31).
    private mutating func skipRawText(of element: HTMLElement) {
        switch element {
        case .plaintext: index = bytes.count
        case .script: index = endOfScript(from: index)
        default:
            var start = place(of: UInt8(ascii: "<"), from: index)
            while start < bytes.count, !isEndTag(of: element, at: start) {
                start = place(of: UInt8(ascii: "<"), from: start + 1)
            }
            index = start
        }
    }

    private func isEndTag(of element: HTMLElement, at place: Int) -> Bool {
        let name = element.name
        guard byte(at: place + 1) == UInt8(ascii: "/"), has(name, at: place + 2) else { return false }
        return Self.endsName(byte(at: place + 2 + name.utf8CodeUnitCount))
    }

    /// The place of a script's end tag: after `<!--` and `<script` an end tag closes only the inner one (§13.2.5.27).
    private func endOfScript(from start: Int) -> Int {
        var place = start
        var isEscaped = false
        var isDoubleEscaped = false
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "<"):
                if !isEscaped, has("<!--", at: place) {
                    isEscaped = true
                    place += 2  // its dashes may be those of `-->`
                    continue
                }
                if isEndTag(of: .script, at: place) {
                    guard isDoubleEscaped else { return place }
                    isDoubleEscaped = false
                } else if isEscaped, has("<script", at: place), Self.endsName(byte(at: place + 7)) {
                    isDoubleEscaped = true
                }
            case UInt8(ascii: "-") where isEscaped && has("-->", at: place):
                isEscaped = false
                isDoubleEscaped = false
            default: break
            }
            place += 1
        }
        return place
    }

    /// Passes over `svg` or `math`, whole. As in browsers, ordinary HTML that cannot stand in it ends it (§13.2.6.5).
    private mutating func skipForeign(_ element: HTMLElement) {
        isForeign = true
        defer { isForeign = false }
        var depth = 1
        var openIntegrationPoints = 0
        while true {
            switch next() {
            case .end: return
            case .text: continue
            case .startTag:
                let inner = HTMLElement(bytes: bytes, name: tagName)
                if openIntegrationPoints == 0, inner.traits.contains(.endsForeign) {
                    index = tagStart
                    return
                }
                if isSelfClosing { continue }
                if inner == element { depth += 1 }
                if inner.traits.contains(.integrationPoint) {
                    openIntegrationPoints += 1
                } else if openIntegrationPoints > 0, inner.traits.contains(.rawText) {
                    skipRawText(of: inner)
                }
            case .endTag:
                let inner = HTMLElement(bytes: bytes, name: tagName)
                if inner == element {
                    depth -= 1
                    if depth == 0 { return }
                } else if inner.traits.contains(.integrationPoint) {
                    openIntegrationPoints = max(0, openIntegrationPoints - 1)
                } else if openIntegrationPoints == 0, inner == .p || inner == .br {
                    index = tagStart
                    return
                }
            }
        }
    }

    private mutating func skipElement(_ element: HTMLElement) {
        var depth = 1
        while depth > 0 {
            switch next() {
            case .end: return
            case .text: continue
            case .startTag:
                let inner = HTMLElement(bytes: bytes, name: tagName)
                if inner == element {
                    depth += 1
                } else if inner.traits.contains(.rawText) {
                    skipRawText(of: inner)
                } else if inner.traits.contains(.foreign), !isSelfClosing {
                    skipForeign(inner)
                }
            case .endTag:
                if HTMLElement(bytes: bytes, name: tagName) == element { depth -= 1 }
            }
        }
    }

    /// Whether the element's end tag comes at all. What was found is remembered, so that all questions together
    /// read the bytes once.
    private mutating func hasEndTag(of element: HTMLElement) -> Bool {
        let known = knownEndTags.firstIndex { $0.element == element }
        if let known, knownEndTags[known].place >= index { return knownEndTags[known].place < bytes.count }
        var start = place(of: UInt8(ascii: "<"), from: index)
        while start < bytes.count, !isEndTag(of: element, at: start) {
            start = place(of: UInt8(ascii: "<"), from: start + 1)
        }
        if let known { knownEndTags[known].place = start } else { knownEndTags.append((element, start)) }
        return start < bytes.count
    }
}
