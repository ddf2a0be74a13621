/// Writes the texts of markup one after another with white space folded.
struct PlainTextWriter {
    /// How markup becomes lines.
    enum Style {
        /// All on one line.
        case line
        /// Blocks and `br` begin new lines, `pre` keeps its own.
        case lines
        /// Blocks begin new lines; headings, `pre` and `figcaption` are left out.
        case prose
    }

    /// What has to stand between the text so far and the next one.
    private enum Gap: Int {
        case none, blank, line
    }

    private var tokenizer: HTMLTokenizer
    private let style: Style
    private var output: [UInt8] = []
    private var gap = Gap.none
    private var openPres = 0
    private var decoded: [UInt8] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, style: Style) {
        tokenizer = HTMLTokenizer(bytes)
        self.style = style
        output.reserveCapacity(bytes.count)
    }

    mutating func write() -> [UInt8] {
        while true {
            switch tokenizer.next() {
            case .text(let range): append(UnsafeBufferPointer(rebasing: tokenizer.bytes[range]))
            case .startTag:
                let element = HTMLElement(bytes: tokenizer.bytes, name: tokenizer.tagName)
                if tokenizer.skipContent(of: element) { continue }
                separate(element)
                if style == .prose, isAside(element), tokenizer.skipWhole(element) { continue }
                if element == .pre {
                    openPres += 1
                    tokenizer.skipLineBreak()
                }
            case .endTag:
                let element = HTMLElement(bytes: tokenizer.bytes, name: tokenizer.tagName)
                if element == .pre { openPres = max(0, openPres - 1) }
                separate(element)
            case .end:
                while let last = output.last, HTMLTokenizer.isBlank(last) { output.removeLast() }
                return output
            }
        }
    }

    private mutating func separate(_ element: HTMLElement) {
        if element.traits.contains(.line) {
            widen(style == .line || style == .prose && element == .br ? .blank : .line)
        } else if element.traits.contains(.cell) {
            widen(.blank)
        }
    }

    private func isAside(_ element: HTMLElement) -> Bool {
        element.traits.contains(.heading) || element == .pre || element == .figcaption
    }

    private mutating func widen(_ other: Gap) {
        if other.rawValue > gap.rawValue { gap = other }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.contains(UInt8(ascii: "&")) else {
            fold(text)
            return
        }
        decoded.removeAll(keepingCapacity: true)
        HTMLEntities.append(text, inAttribute: false, to: &decoded)
        let bytes = decoded
        bytes.withUnsafeBufferPointer { fold($0) }
    }

    private mutating func fold(_ text: UnsafeBufferPointer<UInt8>) {
        let isPre = style == .lines && openPres > 0
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, text[index] > 0x20 { index += 1 }
            if index > start {
                fillGap()
                output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            }
            guard index < text.count else { return }
            let byte = text[index]
            index += 1
            guard HTMLTokenizer.isBlank(byte) else { continue }
            if isPre {
                if byte == 0x0D { continue }
                fillGap()
                output.append(byte == 0x0A ? byte : 0x20)
            } else {
                widen(.blank)
            }
        }
    }

    private mutating func fillGap() {
        defer { gap = .none }
        guard let last = output.last, last != 0x0A else { return }
        switch gap {
        case .none: return
        case .blank: output.append(0x20)
        case .line: output.append(0x0A)
        }
    }
}
