// Skips content that is removed with its element.
extension HTMLTokenizer {
    /// Skips the content of the element whose start tag was just read, if readers should not see it.
    ///
    /// - Returns: whether the element is of that kind. Its end tag, if there is one, is skipped or comes next.
    mutating func skipContent(of element: HTMLElement) -> Bool {
        switch element {
        case .script, .style:
            if !isReallyEmpty(element) { skipRawText(of: element) }
        case .svg:
            if !isSelfClosing, hasEndTag(of: element) { skipForeign(element) }
        case .annotation, .annotationXML, .applet, .template:
            // Without an end tag it would swallow the rest of the entry. Then only the tag is removed.
            if !isSelfClosing, hasEndTag(of: element) { skipElement(element) }
        default: return false
        }
        return true
    }

    /// The content of the element that has just begun, if its tags are read as text. The end tag comes next.
    mutating func rawContent(of element: HTMLElement) -> Range<Int>? {
        guard !isSelfClosing, element == .plaintext || hasEndTag(of: element) else { return nil }
        let start = index
        skipRawText(of: element)
        return start..<index
    }

    /// Moves behind the end tag of the element that has just begun. Returns false and does not move if there is none.
    mutating func skipWhole(_ element: HTMLElement) -> Bool {
        guard hasEndTag(of: element) else { return false }
        skipElement(element)
        return true
    }

    /// Whether `<script/>` was written as XML. Browsers ignore the slash. If the next tag with that name is a start
    /// tag, the author meant the text in between to be visible.
    private mutating func isReallyEmpty(_ element: HTMLElement) -> Bool {
        guard isSelfClosing else { return false }
        guard hasEndTag(of: element) else { return true }
        let name = element.rule.name
        guard let end = knownEndTags.first(where: { $0.element == element })?.place else { return true }
        var start = place(of: UInt8(ascii: "<"), from: index)
        while start < end {
            if has(name, at: start + 1), Self.endsName(byte(at: start + 1 + name.utf8CodeUnitCount)) { return true }
            start = place(of: UInt8(ascii: "<"), from: start + 1)
        }
        return false
    }

    /// Moves to the end tag of an element whose content is not markup (§13.2.5.2 to §13.2.5.31).
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
        let name = element.rule.name
        guard byte(at: place + 1) == UInt8(ascii: "/"), has(name, at: place + 2) else { return false }
        return Self.endsName(byte(at: place + 2 + name.utf8CodeUnitCount))
    }

    /// The position of a script's end tag. Behind `<!--` and `<script` an end tag closes only the inner script
    /// (§13.2.5.27).
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

    /// Skips `svg` with its content. As in browsers, HTML elements that cannot be inside `svg` end it (§13.2.6.5).
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
                let inner = self.element
                if openIntegrationPoints == 0, inner.rule.traits.contains(.endsForeign) {
                    index = tagStart
                    return
                }
                if isSelfClosing { continue }
                if inner == element { depth += 1 }
                if inner.rule.traits.contains(.integrationPoint) {
                    openIntegrationPoints += 1
                } else if openIntegrationPoints > 0, inner.rule.traits.contains(.rawText) {
                    skipRawText(of: inner)
                }
            case .endTag:
                let inner = self.element
                if inner == element {
                    depth -= 1
                    if depth == 0 { return }
                } else if inner.rule.traits.contains(.integrationPoint) {
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
                let inner = self.element
                if inner == element {
                    depth += 1
                } else if inner.rule.traits.contains(.rawText) {
                    skipRawText(of: inner)
                } else if inner.rule.traits.contains(.foreign), !isSelfClosing {
                    skipForeign(inner)
                }
            case .endTag:
                if self.element == element { depth -= 1 }
            }
        }
    }

    /// Whether an end tag of the element follows. Results are cached, so all calls together scan the bytes once.
    mutating func hasEndTag(of element: HTMLElement) -> Bool {
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
