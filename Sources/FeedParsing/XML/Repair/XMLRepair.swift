import FeedModel
import Glibc

/// Rewrites broken XML as well-formed XML. libxml2's own recovery drops every reference after the first error and ends
/// at a control character.
///
/// It repairs bare `&` and `<`, control characters, junk around the root, unquoted and repeated attributes, and tags
/// that do not match. Named characters become numbers. Comments, instructions and the document type are removed.
/// Elements nested too deep keep only their text.
struct XMLRepair {
    /// Rewrites `bytes`, which must be valid UTF-8, with elements nested at most `depth` levels deep.
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
    /// Names of open elements whose tags are left out, inside the last of `open`.
    private var tooDeep: [UInt64] = []
    private var hasRoot = false
    /// What was not found once is not searched again.
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

    /// Entries of `tooDeep`, at most. Beyond that, some end tags count as stray.
    private static let mostTooDeep = 1 << 20

    private mutating func run() {
        var isFinished = false
        while index < input.count, !isFinished {
            if input[index] != UInt8(ascii: "<") { copyText() } else { isFinished = takeTag() }
        }
        guard isFinished else { return }
        recordJunkBehindRoot()
        // A document that came here had an error, so at least one repair is reported.
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

    /// Handles markup that begins with `<`. Returns true when the root was closed.
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

    /// Escapes a `<` that begins no markup.
    mutating func escapeLessThan() {
        record(.bareLessThan)
        if !open.isEmpty { output.append(contentsOf: "&lt;".utf8) }
        index += 1
    }

    private mutating func takeEndTag() -> Bool {
        let nameStart = index + 2
        let name = nameStart..<XMLRepairName.end(in: input, from: nameStart)
        guard let end = find(">", from: name.upperBound) else {
            // The document is cut off inside this tag, so its element is incomplete.
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
            // The end tag of the root comes before the last item, so it is ignored.
            record(.strayEndTag)
            close(downTo: 1)
            return false
        }
        close(downTo: place)
        return open.isEmpty
    }

    /// The position of the last entry's start tag.
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
            // The document is cut off inside this tag.
            index = input.count
            return
        }
        if tag.isUnclosed {
            // `a <b and <c>` is not a tag, `<enclosure url="…" <guid>` is one.
            guard tag.attributes.contains(where: \.isQuoted) else { return escapeLessThan() }
            record(.unclosedTag)
        }
        if open.isEmpty, !hasRoot, nameStart > 1 { recordJunk(before: nameStart - 1) }
        hasRoot = true
        if isItem(name), let place = open.lastIndex(where: { isItem($0.name) }), place > 0 {
            // An item inside an item: the outer one has no end tag.
            record(.missingEndTag)
            close(downTo: place)
        } else if isItem(name), open.count >= depth {
            // Too many elements around the item have no end tag. It belongs to the channel.
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
        // A root that is empty but has elements behind it is treated as open.
        let isRootOfMore = open.isEmpty && input[index...].contains(UInt8(ascii: "<"))
        if (tag.isEmpty || isVoid(name)) && !isRootOfMore {
            if !tag.isEmpty { record(.missingEndTag) }
            output.append(contentsOf: "/>".utf8)
        } else {
            output.append(UInt8(ascii: ">"))
            open.append(OpenTag(name: name, key: key(of: name)))
        }
    }

    /// Skips a start tag that is nested too deep.
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

    /// The index of the innermost open element with that name, in any case.
    private func lastOpen(_ name: Range<Int>) -> Int? {
        let key = key(of: name)
        return open.lastIndex { $0.key == key && $0.name.count == name.count }
    }

    /// A hash of a name, equal in any case of letters. A collision only closes the wrong element of a broken document.
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
