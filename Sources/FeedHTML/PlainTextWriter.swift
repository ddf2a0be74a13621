import Glibc

/// Writes the text of markup, with white space folded.
struct PlainTextWriter: ~Copyable {
    /// The lines of the result.
    enum Style {
        /// One line.
        case line
        /// Blocks and `br` begin new lines, `pre` keeps its own.
        case lines
        /// Blocks begin new lines; headings, `pre` and `figcaption` are left out.
        case prose
        /// The same without lists and tables.
        case paragraphs

        var isProse: Bool { self == .prose || self == .paragraphs }
    }

    /// The separator before the next text.
    private enum Gap: Int {
        case none, blank, line
    }

    /// The position in a `ruby`. A reading is put in parentheses, whether the source has them (`rp`) or not.
    private enum Ruby {
        case base, parenthesis, reading, openReading
    }

    private var tokenizer: HTMLTokenizer
    private let style: Style
    private var output: ByteWriter
    private var gap = Gap.none
    private var openPres = 0
    private var openRubies = 0
    private var ruby = Ruby.base
    private var decoded = ByteWriter(capacity: 64)
    /// Whether the markup is a title or a name: one line, at most 500 bytes.
    private let isShort: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, style: Style) {
        tokenizer = HTMLTokenizer(bytes)
        self.style = style
        isShort = style == .line && bytes.count <= 500
        output = ByteWriter(capacity: bytes.count)
    }

    /// Writes the text of the whole markup.
    mutating func write() -> String {
        while true {
            switch tokenizer.next() {
            case .text(let range): append(UnsafeBufferPointer(rebasing: tokenizer.bytes[range]))
            case .startTag: start(tokenizer.element)
            case .endTag: end(tokenizer.element)
            case .end:
                closeRubyReading()
                return String(validUTF8: PlainLine.trimmed(output.bytes))
            }
        }
    }

    private mutating func start(_ element: HTMLElement) {
        if element == .unknown {
            if isShort, tokenizer.isLookalike { append(tokenizer.tag) }
            return
        }
        // A title can be about scripts.
        if isShort, element == .script || element == .style, !tokenizer.hasEndTag(of: element) { return }
        if tokenizer.skipContent(of: element) { return }
        let traits = tokenizer.table.rules[Int(element.rawValue)].traits
        separate(traits, element)
        switch element {
        case .pre:
            openPres += 1
            tokenizer.skipLineBreak()
        case .ruby: openRubies += 1
        case .rt, .rp:
            closeRubyReading()
            if openRubies > 0 { ruby = element == .rp ? .parenthesis : .reading }
        case .title, .textarea:
            if let text = tokenizer.rawContent(of: element) {
                append(UnsafeBufferPointer(rebasing: tokenizer.bytes[text]))
            }
        case .xmp, .plaintext:
            guard let text = tokenizer.rawContent(of: element) else { return }
            openPres += 1
            fold(UnsafeBufferPointer(rebasing: tokenizer.bytes[text]))
            openPres -= 1
        case .math: appendFormula()
        default: break
        }
        if style.isProse, isAside(element, traits), tokenizer.skipWhole(element), element == .pre { openPres -= 1 }
    }

    private mutating func end(_ element: HTMLElement) {
        if element == .unknown { return }
        switch element {
        case .pre: openPres = max(0, openPres - 1)
        case .rt, .rp: closeRubyReading()
        case .ruby:
            closeRubyReading()
            openRubies = max(0, openRubies - 1)
        default: break
        }
        separate(tokenizer.table.rules[Int(element.rawValue)].traits, element)
    }

    private mutating func separate(_ traits: HTMLElementTraits, _ element: HTMLElement) {
        if traits.contains(.line) {
            closeRubyReading()
            widen(style == .line || style.isProse && element == .br ? .blank : .line)
        } else if traits.contains(.cell) {
            widen(.blank)
        }
    }

    private func isAside(_ element: HTMLElement, _ traits: HTMLElementTraits) -> Bool {
        if traits.contains(.heading) { return true }
        switch element {
        case .pre, .figcaption: return true
        case .ul, .ol, .dl, .table: return style == .paragraphs
        default: return false
        }
    }

    private mutating func widen(_ other: Gap) {
        if other.rawValue > gap.rawValue { gap = other }
    }

    /// Ends the reading of a `ruby`: closes its parenthesis and drops a blank before it.
    private mutating func closeRubyReading() {
        if ruby == .openReading {
            output.append(UInt8(ascii: ")"))
            if gap == .blank { gap = .none }
        }
        ruby = .base
    }

    /// Writes a formula's `alttext`, which says more than its characters.
    private mutating func appendFormula() {
        let names = HTMLAttributeTable.shared
        for place in 0..<tokenizer.attributeCount {
            let attribute = tokenizer.attribute(place)
            guard names.attribute(tokenizer.bytes, attribute.name) == .alttext else { continue }
            if tokenizer.skipWhole(.math) { append(UnsafeBufferPointer(rebasing: tokenizer.bytes[attribute.value])) }
            return
        }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress, ruby != .parenthesis else { return }
        if memchr(base, Int32(UInt8(ascii: "&")), text.count) == nil { return fold(text) }
        decoded.shorten(to: 0)
        HTMLEntities.append(text, inAttribute: false, to: &decoded)
        fold(decoded.bytes)
    }

    private mutating func fold(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        if style == .lines, openPres > 0 { return keep(text) }
        var index = 0
        while index < text.count {
            var start = index
            index = PlainLine.endOfRun(text, from: start, isMarkup: false)
            if start < index, base[start] == 0x20 {
                widen(.blank)
                start &+= 1
            }
            if start < index {
                let end = base[index &- 1] == 0x20 ? index &- 1 : index
                fillGap()
                output.append(base + start, count: end &- start)
                if end < index { gap = .blank }
            }
            guard index < text.count else { return }
            let stop = PlainLine.stop(text, index)
            if stop.isBlank { widen(.blank) }
            index &+= stop.length
        }
    }

    /// Writes the lines of a `pre`.
    private mutating func keep(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            if byte > 0x20 {
                fillGap()
                output.append(byte)
            } else if HTMLTokenizer.isBlank(byte), byte != 0x0D {
                fillGap()
                output.append(byte == 0x0A ? byte : 0x20)
            }
        }
    }

    private mutating func fillGap() {
        if ruby == .reading {
            // A reading follows its base text without a blank.
            (ruby, gap) = (.openReading, .none)
            output.append(UInt8(ascii: "("))
            return
        }
        if gap == .none { return }
        if output.count > 0, output.last != 0x0A { output.append(gap == .blank ? 0x20 : 0x0A) }
        gap = .none
    }
}
