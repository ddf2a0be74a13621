/// What each character becomes when texts are compared.
///
/// Two levels of arrays: a page for each 256 characters, and a slot for each character of a page that has any.
struct FoldingTable: Sendable {
    /// The table where case matters.
    static let exact = FoldingTable([compatible])
    /// The table where it does not.
    static let ignoringCase = FoldingTable([compatible, caseless])

    /// The slot of a character that stays as it is.
    static let unchanged: UInt16 = 0
    /// The slot of a character that stays, and may compose with the one before it.
    static let mark: UInt16 = 1

    /// The number of each page; page 0 has unchanged characters only.
    let pages: [UInt16]
    let slots: [UInt16]
    /// For each slot from 2 on.
    private let targets: [Target]
    private let bytes: [UInt8]

    private struct Target {
        let start: Int
        let count: Int
        /// Whether one of its characters may compose with another.
        let composes: Bool
    }

    /// - Parameter literals: tables of Unicode data, the later ones before the earlier ones.
    private init(_ literals: [StaticString]) {
        var builder = Builder()
        for item in TableItems(Self.marks) {
            for code in item.first...item.last { builder.set(code, Self.mark) }
        }
        for literal in literals {
            for item in TableItems(literal) {
                for code in stride(from: item.first, through: item.last, by: Int(item.step)) {
                    let target = item.target.map { $0 + (code - item.first) }
                    builder.set(code, to: target.map { IdeographForms.current[$0] ?? $0 })
                }
            }
        }
        for (old, new) in IdeographForms.current { builder.set(old, to: [new]) }
        (pages, slots, targets, bytes) = (builder.pages, builder.slots, builder.targets, builder.bytes)
    }

    /// Returns the slot of a character.
    func slot(of code: UInt32) -> UInt16 { slots[Int(pages[Int(code >> 8)]) << 8 | Int(code & 0xFF)] }

    /// Appends what the slot's character becomes. Returns whether it may compose with others.
    func append(_ slot: UInt16, to output: inout [UInt8]) -> Bool {
        let target = targets[Int(slot) - 2]
        output.append(contentsOf: bytes[target.start..<target.start + target.count])
        return target.composes
    }

    private struct Builder {
        var pages = [UInt16](repeating: 0, count: 0x1100)
        var slots = [UInt16](repeating: FoldingTable.unchanged, count: 256)
        var targets: [Target] = []
        var bytes: [UInt8] = []
        private var known: [[UInt32]: UInt16] = [:]

        mutating func set(_ code: UInt32, _ slot: UInt16) {
            let page = Int(code >> 8)
            if pages[page] == 0 {
                pages[page] = UInt16(slots.count >> 8)
                slots.append(contentsOf: repeatElement(FoldingTable.unchanged, count: 256))
            }
            slots[Int(pages[page]) << 8 | Int(code & 0xFF)] = slot
        }

        mutating func set(_ code: UInt32, to target: [UInt32]) {
            if let number = known[target] { return set(code, number) }
            let text = target.compactMap(Unicode.Scalar.init).map(String.init).joined().utf8
            targets.append(
                Target(
                    start: bytes.count, count: text.count,
                    composes: target.contains { slot(of: $0) == FoldingTable.mark }))
            bytes.append(contentsOf: text)
            let number = UInt16(targets.count + 1)
            known[target] = number
            set(code, number)
        }

        private func slot(of code: UInt32) -> UInt16 { slots[Int(pages[Int(code >> 8)]) << 8 | Int(code & 0xFF)] }
    }
}

/// The items of a table: `first-last/step:target+target`, with blanks between them.
struct TableItems: Sequence, IteratorProtocol {
    /// The characters from `first` to `last` in steps; a single target counts up with them.
    struct Item {
        var first: UInt32 = 0
        var last: UInt32 = 0
        var step: UInt32 = 1
        var target: [UInt32] = []
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(_ literal: StaticString) {
        text = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }

    mutating func next() -> Item? {
        while place < text.count, text[place] <= UInt8(ascii: " ") { place += 1 }
        guard place < text.count else { return nil }
        var item = Item()
        item.first = number()
        item.last = skip("-") ? number() : item.first
        if skip("+") { item.last = number() }
        if skip("/") { item.step = number() }
        if skip(":"), place < text.count, text[place] > UInt8(ascii: " ") {
            item.target.append(number())
            while skip("+") { item.target.append(number()) }
        }
        return item
    }

    private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard place < text.count, text[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    private mutating func number() -> UInt32 {
        var number: UInt32 = 0
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt32(text[place] - UInt8(ascii: "0"))
            case UInt8(ascii: "A")...UInt8(ascii: "F"): number = number << 4 | UInt32(text[place] - 55)
            default: return number
            }
            place += 1
        }
        return number
    }
}
