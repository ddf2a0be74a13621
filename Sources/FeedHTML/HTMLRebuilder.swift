/// Rewrites tokens as well-nested markup that every HTML parser reads in the same way.
///
/// It follows the tree construction of WHATWG HTML §13.2.6. None of its correcting rules (implied ends, foster
/// parenting, reopened formatting elements, nested links) applies to the output. Where a browser would move nodes, this
/// ends elements earlier.
struct HTMLRebuilder: ~Copyable {
    /// An element that is open in the output.
    struct OpenElement {
        var element: HTMLElement
        var traits: HTMLElementTraits
        /// The range of the element's start tag in the output.
        var tag: Range<Int>
        /// Whether the element's end tag came while blocks in it were open. It ends when they end.
        var hasEnded = false
        /// For a cell: the number of cut-off elements that belong outside.
        var outerCutOff = 0
    }

    /// Levels of nesting, at most; deeper start tags are dropped.
    ///
    /// Only parts of a table may go deeper, by at most three levels. What counts is the depth after all implied ends
    /// and starts. A second run over the result therefore drops nothing more.
    static let deepest = 256
    /// Bytes of output, at most; the rest is dropped.
    static let longestOutput = 32 << 20
    /// Formatting elements that are reopened, at most.
    static let mostCutOff = 8

    var tokenizer: HTMLTokenizer
    private(set) var output: ByteWriter
    var stack: [OpenElement] = []
    /// Formatting elements that the end of an outer element has closed. The next text reopens them.
    private var cutOff: [OpenElement] = []
    /// The number of these that belong outside the current cell.
    private var cutOffOutside = 0
    /// Bytes of start tags that may still be repeated. Unlimited, a long link around many paragraphs would explode.
    private var reopeningBudget: Int
    /// The start of the content of a `pre` that is still empty, or -1.
    private var startOfPre = -1
    private var policy: HTMLAttributePolicy
    /// The last image address that was taken from a late-loading attribute. `noscript` often repeats that image.
    private var lastLazySource: [UInt8] = []
    private var isInNoscript = false
    private let table = HTMLElementTable.shared

    init(_ bytes: UnsafeBufferPointer<UInt8>, bases: AddressPolicy.Bases) {
        tokenizer = HTMLTokenizer(bytes)
        policy = HTMLAttributePolicy(bases: bases, length: bytes.count)
        reopeningBudget = 65_536 + bytes.count
        output = ByteWriter(capacity: bytes.count + bytes.count / 4 + 64)
    }

    /// Rewrites the whole fragment.
    mutating func rebuild() -> String {
        loop: while output.count < Self.longestOutput {
            switch tokenizer.next() {
            case .text(let range): append(text: range)
            case .startTag: start()
            case .endTag: end(tokenizer.element)
            case .end: break loop
            }
        }
        popAll()
        return output.string
    }

    /// Whether the next content would be in a table, but in no cell.
    var isInTableStructure: Bool { stack.last?.traits.contains(.tableStructure) ?? false }

    private mutating func start() {
        let element = tokenizer.element
        if element == .unknown { return }
        let rule = rule(element)
        guard rule.traits.contains(.allowed) else { return startOther(element, rule) }
        guard policy.check(tokenizer, element: element, rule: rule) else { return }
        if element == .img {
            if isInNoscript, !lastLazySource.isEmpty, policy.givenSource == lastLazySource { return }
            if !policy.lazySource.isEmpty { lastLazySource = policy.lazySource }
        }
        if rule.traits.contains(.tablePart) {
            startTablePart(element)
        } else {
            if isInTableStructure {
                if element == .table {
                    end(.table)
                } else if rule.traits.contains(.deservesCell) {
                    openCell()
                } else {
                    return
                }
            }
            startContent(element, rule.traits)
        }
    }

    /// Handles an element that may not appear in the result. Some leave text or a link.
    private mutating func startOther(_ element: HTMLElement, _ rule: HTMLElementTable.Rule) {
        if tokenizer.skipContent(of: element) { return }
        switch element {
        case .title, .textarea:
            if let text = tokenizer.rawContent(of: element) { append(text: text) }
        case .xmp, .plaintext:
            guard let text = tokenizer.rawContent(of: element) else { return }
            if isInTableStructure { openCell() }
            let isOpen = startContent(.pre, self.rule(.pre).traits, isImplied: true)
            append(text: text, hasReferences: false)
            if isOpen { end(.pre) }
        case .noscript: isInNoscript = true
        case .math:
            _ = policy.check(tokenizer, element: element, rule: rule)
            guard let content = tokenizer.rawContent(of: element) else { return }
            if let formula = policy.text(.alttext, tokenizer) { return append(plain: formula) }
            var writer = PlainTextWriter(UnsafeBufferPointer(rebasing: tokenizer.bytes[content]), style: .lines)
            append(plain: Array(writer.write().utf8))
        case .embed, .iframe, .object: appendLink(rule)
        default: return
        }
    }

    mutating func endNoscript() { isInNoscript = false }

    /// Writes a link to an embedded page.
    private mutating func appendLink(_ rule: HTMLElementTable.Rule) {
        guard indexInScope(where: { $0.element == .a }) == nil else { return }
        _ = policy.check(tokenizer, element: rule.element, rule: rule)
        var address: [UInt8]?
        if let content = policy.text(.content, tokenizer) { address = EmbeddedPage.address(encoded: content) }
        for attribute in [HTMLAttribute.src, .data, .lazySource] where address == nil {
            address = policy.text(attribute, tokenizer).flatMap(EmbeddedPage.address(ofPlayer:))
        }
        guard let address else { return }
        let title = policy.text(.title, tokenizer)
        guard policy.check(link: address) else { return }
        if isInTableStructure { openCell() }
        let isOpen = startContent(.a, self.rule(.a).traits)
        append(plain: title.flatMap { $0.allSatisfy(HTMLTokenizer.isBlank) ? nil : $0 } ?? address)
        if isOpen { end(.a) }
    }

    /// The rule for `element`.
    @inline(__always)
    func rule(_ element: HTMLElement) -> HTMLElementTable.Rule { table.rules[Int(element.rawValue)] }

    /// Ends the open elements that the start of `element` ends, then opens `element`. Returns false if that would be
    /// nested too deep.
    @discardableResult
    private mutating func startContent(
        _ element: HTMLElement, _ traits: HTMLElementTraits, isImplied: Bool = false
    ) -> Bool {
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
        guard stack.count < Self.deepest else { return false }
        push(element, isImplied: isImplied)
        return true
    }

    /// Writes the start tag, with the attributes that the policy approved unless `isImplied`.
    mutating func push(_ element: HTMLElement, isImplied: Bool = false) {
        let rule = rule(element)
        let start = output.count
        output.append(rule.opening)
        if !isImplied, policy.written.count > 0 { output.append(policy.written.bytes) }
        output.append(UInt8(ascii: ">"))
        if rule.traits.contains(.void) { return }
        var entry = OpenElement(element: element, traits: rule.traits, tag: start..<output.count)
        if rule.traits.contains(.cell) {
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
    private mutating func append(text range: Range<Int>, hasReferences: Bool = true) {
        let text = UnsafeBufferPointer(rebasing: tokenizer.bytes[range])
        if !text.allSatisfy(HTMLTokenizer.isBlank) {
            if isInTableStructure {
                // `&nbsp;` between rows is a common error. It is not content.
                if Self.isInvisible(text) { return }
                openCell()
            }
            reopenCutOff()
        }
        let start = output.count
        HTMLEscape.append(lines: text, hasReferences: hasReferences, to: &output)
        if start == startOfPre, start < output.count, output.bytes[start] == 0x0A { output.insert(0x0A, at: start) }
    }

    /// Appends text that is not markup.
    private mutating func append(plain text: [UInt8]) {
        if isInTableStructure { openCell() }
        reopenCutOff()
        text.withUnsafeBufferPointer { HTMLEscape.append(lines: $0, hasReferences: false, to: &output) }
    }

    private static func isInvisible(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var plain = ByteWriter(capacity: text.count)
        HTMLEntities.append(text, inAttribute: false, to: &plain)
        return plain.string.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}

// Ending elements.
extension HTMLRebuilder {
    /// Ends all elements from `index` of the stack on. Formatting elements count as cut off.
    mutating func pop(to index: Int) {
        var place = cutOff.count
        while stack.count > index, let open = stack.popLast() {
            append(endTag: open.element)
            let traits = open.traits
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

    private mutating func append(endTag element: HTMLElement) { output.append(rule(element).closing) }

    /// Reopens the elements that were cut off and have not ended since.
    private mutating func reopenCutOff() {
        guard cutOff.count > cutOffOutside else { return }
        let waiting = cutOff[cutOffOutside...]
        cutOff.removeSubrange(cutOffOutside...)
        for open in waiting where stack.count < Self.deepest && open.tag.count <= reopeningBudget {
            if open.element == .a, hasOpenLink { continue }
            reopeningBudget -= open.tag.count
            let start = output.count
            output.append(again: open.tag)
            stack.append(OpenElement(element: open.element, traits: open.traits, tag: start..<output.count))
        }
    }

    /// Removes the last cut-off `element`, because its end tag has come.
    mutating func forgetCutOff(_ element: HTMLElement) {
        guard let index = cutOff.lastIndex(where: { $0.element == element }), index >= cutOffOutside else { return }
        cutOff.remove(at: index)
    }

    mutating func forgetCutOffLinks() {
        guard cutOff.count > cutOffOutside else { return }
        let kept = cutOff[cutOffOutside...].filter { $0.element != .a }
        cutOff.replaceSubrange(cutOffOutside..., with: kept)
    }

    private var hasOpenLink: Bool { indexInScope { $0.element == .a } != nil }
}
