/// Writes tokens again as well nested markup that an HTML parser understands exactly as it was meant.
///
/// It follows the tree construction of WHATWG HTML §13.2.6 closely enough that no rule of it (implied ends, foster
/// parenting, formatting elements reopened, nested links) ever fires on what it writes. Where browsers would move nodes
/// that are already written, it ends elements earlier instead.
struct HTMLRebuilder: ~Copyable {
    /// An element that is open in the output.
    struct OpenElement {
        var element: HTMLElement
        var traits: HTMLElementTraits
        /// Where its start tag lies in the output.
        var tag: Range<Int>
        /// Its end tag was seen while blocks in it were open: it ends as soon as they do.
        var hasEnded = false
        /// Of a cell: how many cut-off elements belong outside.
        var outerCutOff = 0
    }

    /// Deepest nesting; start tags beyond it are left out.
    ///
    /// Only the parts of a table may stand deeper, no more than three below it. What counts is how deep an element would
    /// stand after all that it ends and opens by itself, so that the result has no element that would be left out again.
    static let deepest = 256
    /// Longest output in bytes; what comes beyond is left out.
    static let longestOutput = 32 << 20
    /// Most formatting elements that are opened again.
    static let mostCutOff = 8

    var tokenizer: HTMLTokenizer
    private(set) var output: ByteWriter
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
    /// The image that was last taken from where a script would have found it: `noscript` often repeats it.
    private var lastLazySource: [UInt8] = []
    private var isInNoscript = false
    private let table = HTMLElementTable.shared

    init(_ bytes: UnsafeBufferPointer<UInt8>, bases: AddressPolicy.Bases) {
        tokenizer = HTMLTokenizer(bytes)
        policy = HTMLAttributePolicy(bases: bases, length: bytes.count)
        reopeningBudget = 65_536 + bytes.count
        output = ByteWriter(capacity: bytes.count + bytes.count / 4 + 64)
    }

    /// The whole fragment, rebuilt.
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

    /// Whether the next content would stand in a table, but in no cell.
    var isInTableStructure: Bool { stack.last?.traits.contains(.tableStructure) ?? false }

    private mutating func start() {
        let element = tokenizer.element
        if element == .unknown { return }
        let rule = rule(element)
        guard rule.traits.contains(.allowed) else { return startOther(element, rule) }
        guard policy.judge(tokenizer, element: element, rule: rule) else { return }
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

    /// An element that has no place in the result, but perhaps something to say.
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
            _ = policy.judge(tokenizer, element: element, rule: rule)
            guard let content = tokenizer.rawContent(of: element) else { return }
            if let formula = policy.text(.alttext, tokenizer) { return append(plain: formula) }
            var writer = PlainTextWriter(UnsafeBufferPointer(rebasing: tokenizer.bytes[content]), style: .lines)
            append(plain: Array(writer.write().utf8))
        case .embed, .iframe, .object: appendLink(rule)
        default: return
        }
    }

    mutating func endNoscript() { isInNoscript = false }

    /// Where a page was embedded, a link to it.
    private mutating func appendLink(_ rule: HTMLElementTable.Rule) {
        guard indexInScope(where: { $0.element == .a }) == nil else { return }
        _ = policy.judge(tokenizer, element: rule.element, rule: rule)
        var address: [UInt8]?
        if let content = policy.text(.content, tokenizer) { address = EmbeddedPage.address(encoded: content) }
        for attribute in [HTMLAttribute.src, .data, .lazySource] where address == nil {
            address = policy.text(attribute, tokenizer).flatMap(EmbeddedPage.address(ofPlayer:))
        }
        guard let address else { return }
        let title = policy.text(.title, tokenizer)
        guard policy.judge(link: address) else { return }
        if isInTableStructure { openCell() }
        let isOpen = startContent(.a, self.rule(.a).traits)
        append(plain: title.flatMap { $0.allSatisfy(HTMLTokenizer.isBlank) ? nil : $0 } ?? address)
        if isOpen { end(.a) }
    }

    /// What is known of `element`.
    @inline(__always)
    func rule(_ element: HTMLElement) -> HTMLElementTable.Rule { table.rules[Int(element.rawValue)] }

    /// False if it would stand too deep.
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

    /// Writes the start tag that the policy approved, or a bare one.
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
                // `&nbsp;` between rows is a common fault and no text.
                if Self.isInvisible(text) { return }
                openCell()
            }
            reopenCutOff()
        }
        let start = output.count
        HTMLEscape.append(lines: text, hasReferences: hasReferences, to: &output)
        if start == startOfPre, start < output.count, output.bytes[start] == 0x0A { output.insert(0x0A, at: start) }
    }

    /// Text that is no markup.
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

// Ending elements
extension HTMLRebuilder {
    /// Ends everything from `index` of the stack on; formatting elements count as cut off.
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

    /// Opens again what was cut off and not ended since.
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

    private var hasOpenLink: Bool { indexInScope { $0.element == .a } != nil }
}
