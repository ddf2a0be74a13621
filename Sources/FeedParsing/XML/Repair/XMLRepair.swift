import FeedModel
import Glibc

/// Rewrites what is nearly XML as XML, so that libxml2 need not guess: its own recovery drops every reference after the
/// first error and ends at a control character.
///
/// Bare `&` and `<`, control characters, junk around the root, unquoted and repeated attributes, tags that do not
/// match: all are mended here, and named characters become numbers. Comments, instructions and the document type go. Of
/// elements that are nested too deep only the text is left.
struct XMLRepair {
    /// Rewrites `bytes`, which are valid UTF-8, with elements nested at most `depth` deep.
    static func repair(_ bytes: ArraySlice<UInt8>, depth: Int) -> (bytes: [UInt8], repairs: [Repair]) {
        bytes.withUnsafeBufferPointer { input in
            var repair = XMLRepair(input: input, depth: depth)
            repair.run()
            return (repair.output, repair.flaws.repairs)
        }
    }

    let input: UnsafeBufferPointer<UInt8>
    var output: [UInt8] = []
    var index = 0
    private var flaws = XMLFlaws()
    private(set) var open: [OpenTag] = []
    /// Names of the elements inside the last of `open` whose tags are left out.
    private var tooDeep: [UInt64] = []
    private var hasRoot = false
    /// What was looked for in vain is not looked for again.
    var isCommentEndMissing = false
    var isCDATAEndMissing = false

    struct OpenTag {
        var name: Range<Int>
        var key: UInt64
    }

    private let depth: Int

    private init(input: UnsafeBufferPointer<UInt8>, depth: Int) {
        self.input = input
        self.depth = depth
        output.reserveCapacity(input.count + input.count / 16)
    }

    /// Names in `tooDeep`: where a document has more of them, the end tags of some count as stray.
    private static let mostTooDeep = 1 << 20

    private mutating func run() {
        var isFinished = false
        while index < input.count, !isFinished {
            if input[index] != UInt8(ascii: "<") { copyText() } else { isFinished = takeTag() }
        }
        guard isFinished else { return }
        recordJunkBehindRoot()
        // Whatever it was, it is told.
        if flaws.repairs.isEmpty { record(.notWellFormed) }
    }

    mutating func record(_ flaw: XMLFlaws.Flaw) { flaws.record(flaw) }

    func byte(_ position: Int) -> UInt8 { position < input.count ? input[position] : 0 }

    func startsWith(_ text: StaticString, at position: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position + length <= input.count else { return false }
        for offset in 0..<length where input[position + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The position of `text` from `start` on and before `end`, or nil.
    func find(_ text: StaticString, from start: Int, to end: Int? = nil) -> Int? {
        let end = min(end ?? input.count, input.count)
        var position = start
        guard let base = input.baseAddress else { return nil }
        while position < end, let found = memchr(base + position, Int32(text.utf8Start[0]), end - position) {
            position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if startsWith(text, at: position) { return position }
            position += 1
        }
        return nil
    }

    // MARK: Tags

    /// Handles what begins with `<`; true when the root was closed.
    private mutating func takeTag() -> Bool {
        switch byte(index + 1) {
        case UInt8(ascii: "?"): skipInstruction()
        case UInt8(ascii: "!"): takeDeclaration()
        case UInt8(ascii: "/"): return takeEndTag()
        case let next where XMLRepairName.canBegin(next): takeStartTag()
        default: escapeLessThan()
        }
        return false
    }

    /// A `<` that begins nothing.
    mutating func escapeLessThan() {
        record(.bareLessThan)
        if !open.isEmpty { output.append(contentsOf: "&lt;".utf8) }
        index += 1
    }

    private mutating func takeEndTag() -> Bool {
        let nameStart = index + 2
        let name = nameStart..<XMLRepairName.end(in: input, from: nameStart)
        guard let end = find(">", from: name.upperBound) else {
            // Cut off inside: what it would close is not whole.
            record(.unclosedTag)
            index = input.count
            return false
        }
        index = end + 1
        if let inner = tooDeep.last, inner == key(of: name) {
            tooDeep.removeLast()
            return false
        }
        guard !name.isEmpty, let place = lastOpen(name)
        else {
            record(.strayEndTag)
            return false
        }
        if place != open.count - 1 { record(.missingEndTag) }
        if place == 0, let lastItem, lastItem > index {
            // The root ends before the last item does: it goes on.
            record(.strayEndTag)
            close(downTo: 1)
            return false
        }
        close(downTo: place)
        return open.isEmpty
    }

    /// Where the last entry begins.
    private lazy var lastItem: Int? = {
        var position = input.count - 1
        while position >= 0 {
            if input[position] == UInt8(ascii: "<"), position + 6 < input.count {
                let name = position + 1..<XMLRepairName.end(in: input, from: position + 1)
                if isItem(name) { return position }
            }
            position -= 1
        }
        return nil
    }()

    mutating func close(downTo place: Int) {
        if open.count > place, !tooDeep.isEmpty { tooDeep.removeAll(keepingCapacity: true) }
        while open.count > place, let name = open.popLast()?.name {
            output.append(contentsOf: "</".utf8)
            copyName(name)
            output.append(UInt8(ascii: ">"))
        }
    }

    private mutating func takeStartTag() {
        let nameStart = index + 1
        let name = nameStart..<XMLRepairName.end(in: input, from: nameStart)
        guard XMLRepairTag.canFollowName(byte(name.upperBound), byte(name.upperBound + 1)) else {
            return escapeLessThan()
        }
        guard let tag = XMLRepairTag(input, after: name.upperBound) else {
            // No `>` any more: cut off inside a tag.
            index = input.count
            return
        }
        if tag.isUnclosed {
            // `a <b and <c>` is no tag, `<enclosure url="…" <guid>` is one.
            guard tag.attributes.contains(where: \.isQuoted) else { return escapeLessThan() }
            record(.unclosedTag)
        }
        if open.isEmpty, !hasRoot, nameStart > 1 { recordJunk(before: nameStart - 1) }
        hasRoot = true
        if isItem(name), let place = open.lastIndex(where: { isItem($0.name) }), place > 0 {
            // An item inside an item: the first was not closed.
            record(.missingEndTag)
            close(downTo: place)
        } else if isItem(name), open.count >= depth {
            // Elements around it were not closed, and have grown too many: it stands in the channel.
            record(.missingEndTag)
            close(downTo: min(2, depth - 1))
        } else if open.count > 1, tooDeep.isEmpty, let last = open.last?.name,
            XMLRepairField.ends(input[last], before: input[name])
        {
            record(.missingEndTag)
            close(downTo: open.count - 1)
        }
        guard open.count < depth else { return leaveOut(tag, name) }
        output.append(UInt8(ascii: "<"))
        copyName(name)
        copyAttributes(tag)
        index = tag.end
        // A root that is closed at once and has something behind it was not meant to be.
        let isRootOfMore = open.isEmpty && input[index...].contains(UInt8(ascii: "<"))
        if (tag.isEmpty || isVoid(name)) && !isRootOfMore {
            if !tag.isEmpty { record(.missingEndTag) }
            output.append(contentsOf: "/>".utf8)
        } else {
            output.append(UInt8(ascii: ">"))
            open.append(OpenTag(name: name, key: key(of: name)))
        }
    }

    /// Goes over a start tag that is nested too deep.
    private mutating func leaveOut(_ tag: XMLRepairTag, _ name: Range<Int>) {
        record(.tooDeep)
        index = tag.end
        if !tag.isEmpty, !isVoid(name), tooDeep.count < Self.mostTooDeep { tooDeep.append(key(of: name)) }
    }

    private mutating func recordJunkBehindRoot() {
        while index < input.count, input[index] <= 0x20 { index += 1 }
        if index < input.count, !startsWith("<!--", at: index), !startsWith("<?", at: index) {
            record(.junkBehindRoot)
        }
    }

    private mutating func recordJunk(before position: Int) {
        guard output.isEmpty, let first = input[..<position].first(where: { $0 > 0x20 }), first != UInt8(ascii: "<")
        else { return }
        record(.junkBeforeRoot)
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

    func isItem(_ name: Range<Int>) -> Bool { isNamed(name, "item") || isNamed(name, "entry") }

    private func isVoid(_ name: Range<Int>) -> Bool {
        isNamed(name, "br") || isNamed(name, "hr") || isNamed(name, "img") || isNamed(name, "wbr")
            || isNamed(name, "input")
    }

    private func isNamed(_ name: Range<Int>, _ text: StaticString) -> Bool {
        name.count == text.utf8CodeUnitCount
            && (0..<name.count).allSatisfy { input[name.lowerBound + $0] | 0x20 == text.utf8Start[$0] }
    }
}
