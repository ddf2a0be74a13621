/// Writes tokens again as well nested markup that an HTML parser understands exactly as it was meant.
///
/// It follows the tree construction of WHATWG HTML §13.2.6 closely enough that no rule of it (implied ends, foster
/// parenting, formatting elements reopened, nested links) ever fires on what it writes. Where browsers would move nodes
/// that are already written, it ends elements earlier instead.
struct HTMLRebuilder {
    /// An element that is open in the output.
    struct OpenElement {
        var element: HTMLElement
        /// Where its start tag lies in the output.
        var tag: Range<Int>
        /// Its end tag was seen while blocks in it were open: it ends as soon as they do.
        var hasEnded = false
        /// Of a cell: how many cut-off elements belong outside.
        var outerCutOff = 0
    }

    /// Deepest nesting; start tags beyond it are left out.
    static let deepest = 256
    /// Longest output in bytes; what comes beyond is left out.
    static let longestOutput = 32 << 20
    /// Most formatting elements that are opened again.
    static let mostCutOff = 8

    var tokenizer: HTMLTokenizer
    var output: [UInt8] = []
    var stack: [OpenElement] = []
    /// Formatting elements that an end from outside cut off; the next text opens them again.
    private var cutOff: [OpenElement] = []
    /// How many of them belong outside the present cell.
    private var cutOffOutside = 0
    /// How many bytes of start tags may still be written again: a long link in each of many paragraphs is a bomb.
    private var reopeningBudget: Int
    /// Where the content of a `pre` begins that has none yet.
    private var startOfPre = -1
    private var policy: HTMLAttributePolicy

    init(_ bytes: UnsafeBufferPointer<UInt8>, base: String?) {
        tokenizer = HTMLTokenizer(bytes)
        policy = HTMLAttributePolicy(base: base)
        reopeningBudget = 65_536 + bytes.count
        output.reserveCapacity(bytes.count + bytes.count / 4 + 64)
    }

    /// The whole fragment, rebuilt.
    mutating func rebuild() -> [UInt8] {
        loop: while output.count < Self.longestOutput {
            switch tokenizer.next() {
            case .text(let range): append(text: range)
            case .startTag: start()
            case .endTag: end(HTMLElement(bytes: tokenizer.bytes, name: tokenizer.tagName))
            case .end: break loop
            }
        }
        popAll()
        return output
    }

    /// Whether the next content would stand in a table, but in no cell.
    var isInTableStructure: Bool { stack.last?.element.traits.contains(.tableStructure) ?? false }

    private mutating func start() {
        let element = HTMLElement(bytes: tokenizer.bytes, name: tokenizer.tagName)
        if tokenizer.skipContent(of: element) { return }
        let traits = element.traits
        guard traits.contains(.allowed), stack.count < Self.deepest else { return }
        // `</br>` and `<br>` aside, an element whose attributes are refused goes with its tags.
        guard policy.judge(tokenizer, element: element) else { return }
        if traits.contains(.tablePart) {
            startTablePart(element)
        } else {
            if isInTableStructure {
                if element == .table {
                    end(.table)
                } else if traits.contains(.deservesCell) {
                    openCell()
                } else {
                    return
                }
            }
            startContent(element, traits)
        }
    }

    private mutating func startContent(_ element: HTMLElement, _ traits: HTMLElementTraits) {
        switch element {
        case .li, .dd, .dt: endItems(before: element)
        case .rt, .rp: endRubyTexts()
        case .a: endLinks()
        default: break
        }
        if traits.contains(.closesParagraph) {
            endParagraph()
            if traits.contains(.heading) { endHeadings() }
        } else if element != .source {
            reopenCutOff()
        }
        push(element, isVoid: traits.contains(.void))
    }

    /// Writes the start tag that the policy approved, or a bare one.
    mutating func push(_ element: HTMLElement, isVoid: Bool = false, isImplied: Bool = false) {
        let start = output.count
        output.append(UInt8(ascii: "<"))
        append(name: element)
        if !isImplied { output.append(contentsOf: policy.written) }
        output.append(UInt8(ascii: ">"))
        if isVoid { return }
        var entry = OpenElement(element: element, tag: start..<output.count)
        if element.traits.contains(.cell) {
            entry.outerCutOff = cutOffOutside
            cutOffOutside = cutOff.count
        }
        stack.append(entry)
        if element == .pre {
            startOfPre = output.count
            tokenizer.skipLineBreak()
        }
    }
}

// Text
extension HTMLRebuilder {
    private mutating func append(text range: Range<Int>) {
        let text = UnsafeBufferPointer(rebasing: tokenizer.bytes[range])
        if !text.allSatisfy(HTMLTokenizer.isBlank) {
            if isInTableStructure {
                // `&nbsp;` between rows is a common fault and no text.
                if Self.isInvisible(text) { return }
                openCell()
            }
            reopenCutOff()
        }
        let start = output.count
        HTMLEscape.append(references: text, inAttribute: false, to: &output)
        if start == startOfPre, start < output.count, output[start] == 0x0A { output.insert(0x0A, at: start) }
    }

    private static func isInvisible(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var plain: [UInt8] = []
        HTMLEntities.append(text, inAttribute: false, to: &plain)
        return String(decoding: plain, as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}

// Ending elements
extension HTMLRebuilder {
    /// Ends everything from `index` of the stack on; formatting elements count as cut off.
    mutating func pop(to index: Int) {
        var place = cutOff.count
        while stack.count > index, let open = stack.popLast() {
            append(endTag: open.element)
            let traits = open.element.traits
            if traits.contains(.cell) {
                cutOff.removeSubrange(min(cutOffOutside, cutOff.count)...)
                cutOffOutside = open.outerCutOff
                place = cutOff.count
            } else if traits.contains(.formatting), !open.hasEnded {
                cutOff.insert(open, at: place)
            }
        }
        while cutOff.count - cutOffOutside > Self.mostCutOff { cutOff.remove(at: cutOffOutside) }
        while let open = stack.last, open.hasEnded {
            append(endTag: open.element)
            stack.removeLast()
        }
    }

    private mutating func popAll() {
        while let open = stack.popLast() { append(endTag: open.element) }
    }

    private mutating func append(endTag element: HTMLElement) {
        output.append(UInt8(ascii: "<"))
        output.append(UInt8(ascii: "/"))
        append(name: element)
        output.append(UInt8(ascii: ">"))
    }

    private mutating func append(name element: HTMLElement) {
        let name = element.name
        output.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    /// Opens again what was cut off and not ended since.
    private mutating func reopenCutOff() {
        guard cutOff.count > cutOffOutside else { return }
        let waiting = cutOff[cutOffOutside...]
        cutOff.removeSubrange(cutOffOutside...)
        for open in waiting where stack.count < Self.deepest && open.tag.count <= reopeningBudget {
            if open.element == .a, hasOpenLink { continue }
            reopeningBudget -= open.tag.count
            let start = output.count
            // A slice would share the output's storage and so make the append copy all of it.
            let tag = Array(output[open.tag])
            output.append(contentsOf: tag)
            stack.append(OpenElement(element: open.element, tag: start..<output.count))
        }
    }

    /// Forgets the last cut-off `element`; its end tag has come.
    mutating func forgetCutOff(_ element: HTMLElement) {
        guard let index = cutOff.lastIndex(where: { $0.element == element }), index >= cutOffOutside else { return }
        cutOff.remove(at: index)
    }

    mutating func forgetCutOffLinks() {
        guard cutOff.count > cutOffOutside else { return }
        let kept = cutOff[cutOffOutside...].filter { $0.element != .a }
        cutOff.replaceSubrange(cutOffOutside..., with: kept)
    }

    private var hasOpenLink: Bool { indexInScope { $0 == .a } != nil }
}
