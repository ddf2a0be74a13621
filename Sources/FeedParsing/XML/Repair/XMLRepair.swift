import FeedModel

/// Rewrites what is nearly XML as XML, so that libxml2 need not guess: its own recovery drops every reference after the
/// first error and ends at a control character.
///
/// Bare `&` and `<`, control characters, junk around the root, unquoted and repeated attributes, tags that do not match:
/// all are mended here, and named characters become numbers. Comments, instructions and the document type go.
struct XMLRepair {
    /// Rewrites `bytes`, which are valid UTF-8.
    static func repair(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], repairs: [Repair]) {
        bytes.withUnsafeBufferPointer { input in
            var repair = XMLRepair(input: input)
            repair.run()
            return (
                repair.output, repair.counts.sorted { $0.key < $1.key }.map { Repair(code: $0.key, count: $0.value) }
            )
        }
    }

    let input: UnsafeBufferPointer<UInt8>
    var output: [UInt8] = []
    var index = 0
    private var counts: [String: Int] = [:]
    private var open: [OpenTag] = []
    private var hasRoot = false

    private struct OpenTag {
        var name: Range<Int>
        var key: UInt64
    }

    private init(input: UnsafeBufferPointer<UInt8>) {
        self.input = input
        output.reserveCapacity(input.count + input.count / 16)
    }

    /// Elements that are remembered; deeper ones are written as they come.
    private static let longestMemory = 300

    private mutating func run() {
        while index < input.count {
            if input[index] != UInt8(ascii: "<") {
                copyText()
            } else if let isFinished = takeTag(), isFinished {
                return
            }
        }
    }

    mutating func note(_ code: String) { counts[code, default: 0] += 1 }

    func byte(_ position: Int) -> UInt8 { position < input.count ? input[position] : 0 }

    func startsWith(_ text: StaticString, at position: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position + length <= input.count else { return false }
        for offset in 0..<length where input[position + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The position of `text` from `start` on, or nil.
    func find(_ text: StaticString, from start: Int) -> Int? {
        let first = text.utf8Start[0]
        var position = start
        while position < input.count {
            if input[position] == first, startsWith(text, at: position) { return position }
            position += 1
        }
        return nil
    }

    // MARK: Tags

    /// Handles what begins with `<`; true when the root was closed.
    private mutating func takeTag() -> Bool? {
        switch byte(index + 1) {
        case UInt8(ascii: "?"): index = find("?>", from: index + 2).map { $0 + 2 } ?? input.count
        case UInt8(ascii: "!"): takeDeclaration()
        case UInt8(ascii: "/"): return takeEndTag()
        case let next where XMLRepairName.canBegin(next): takeStartTag()
        default:
            note("bare_less_than")
            if !open.isEmpty { output.append(contentsOf: "&lt;".utf8) }
            index += 1
        }
        return nil
    }

    private mutating func takeDeclaration() {
        if startsWith("<![CDATA[", at: index) {
            takeCharacterData()
        } else if startsWith("<!--", at: index) {
            index =
                find("-->", from: index + 4).map { $0 + 3 } ?? find(">", from: index + 4).map { $0 + 1 } ?? input.count
        } else {
            skipDocumentType()
        }
    }

    private mutating func takeCharacterData() {
        let start = index + 9
        guard let end = find("]]>", from: start) else {
            // Cut off inside: whatever element it belongs to is not whole.
            index = input.count
            return
        }
        index = start
        if !open.isEmpty {
            output.append(contentsOf: "<![CDATA[".utf8)
            while index < end { copyCharacter() }
            output.append(contentsOf: "]]>".utf8)
        }
        index = end + 3
    }

    private mutating func skipDocumentType() {
        var depth = 0
        while index < input.count {
            let byte = input[index]
            index += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if byte == UInt8(ascii: ">"), depth <= 0 { return }
        }
    }

    private mutating func takeEndTag() -> Bool {
        let nameStart = index + 2
        let name = nameStart..<XMLRepairName.end(in: input, from: nameStart)
        index = find(">", from: name.upperBound).map { $0 + 1 } ?? input.count
        guard !name.isEmpty, let place = lastOpen(name)
        else {
            note("stray_end_tag")
            return false
        }
        if place != open.count - 1 { note("missing_end_tag") }
        close(downTo: place)
        return open.isEmpty
    }

    private mutating func close(downTo place: Int) {
        while open.count > place, let name = open.popLast()?.name {
            output.append(contentsOf: "</".utf8)
            output.append(contentsOf: input[name])
            output.append(UInt8(ascii: ">"))
        }
    }

    private mutating func takeStartTag() {
        let nameStart = index + 1
        let name = nameStart..<XMLRepairName.end(in: input, from: nameStart)
        guard let tag = XMLRepairTag(input, after: name.upperBound) else {
            // No `>` any more: cut off inside a tag.
            index = input.count
            return
        }
        if open.isEmpty, !hasRoot, nameStart > 1 { noteJunk(before: nameStart - 1) }
        hasRoot = true
        if isItem(name), let place = open.lastIndex(where: { isItem($0.name) }) {
            // An item inside an item: the first was not closed.
            note("missing_end_tag")
            close(downTo: place)
        }
        output.append(UInt8(ascii: "<"))
        output.append(contentsOf: input[name])
        copyAttributes(tag)
        index = tag.end
        if tag.isEmpty || isVoid(name) {
            if !tag.isEmpty { note("missing_end_tag") }
            output.append(contentsOf: "/>".utf8)
        } else {
            output.append(UInt8(ascii: ">"))
            open.append(OpenTag(name: name, key: key(of: name)))
            if open.count > Self.longestMemory { open.removeFirst() }
        }
    }

    private mutating func noteJunk(before position: Int) {
        guard output.isEmpty, let first = input[..<position].first(where: { $0 > 0x20 }), first != UInt8(ascii: "<")
        else { return }
        note("junk_before_root")
    }

    /// The innermost open element of that name, in any case.
    private func lastOpen(_ name: Range<Int>) -> Int? {
        let key = key(of: name)
        return open.lastIndex { $0.key == key && $0.name.count == name.count }
    }

    /// A number for a name, the same in any case. That two names share one is not worth guarding against: it would
    /// close the wrong element of a document that is broken anyway.
    private func key(of name: Range<Int>) -> UInt64 {
        input[name].reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1 | 0x20)) &* 0x100_0000_01b3 }
    }

    private func isItem(_ name: Range<Int>) -> Bool { isNamed(name, "item") || isNamed(name, "entry") }

    private func isVoid(_ name: Range<Int>) -> Bool {
        isNamed(name, "br") || isNamed(name, "hr") || isNamed(name, "img") || isNamed(name, "wbr")
            || isNamed(name, "input")
    }

    private func isNamed(_ name: Range<Int>, _ text: StaticString) -> Bool {
        name.count == text.utf8CodeUnitCount
            && name.indices.allSatisfy {
                input[$0] | 0x20 == text.utf8Start[$0 - name.lowerBound]
            }
    }
}
