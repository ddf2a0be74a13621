/// A pattern for one name of a path: `*` is any bytes, `?` one character, `[a-z]` and `[!0-9]` one character of a set.
///
/// It compares bytes and UTF-8 scalars, in every locale. A name with a leading dot needs a leading dot in the pattern.
struct FilePattern: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case byte(UInt8)
        case anyBytes
        case anyCharacter
        case set([ClosedRange<UInt32>], isNegated: Bool)
    }

    private let parts: [Part]
    private let wantsDot: Bool

    /// Whether `text` contains `*`, `?` or `[`.
    static func isPattern(_ text: Substring.UTF8View) -> Bool {
        text.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
    }

    init(_ text: Substring.UTF8View) {
        var parts: [Part] = []
        var rest = text
        while let byte = rest.first {
            rest = rest.dropFirst()
            switch byte {
            case UInt8(ascii: "*"):
                if parts.last != .anyBytes { parts.append(.anyBytes) }
            case UInt8(ascii: "?"): parts.append(.anyCharacter)
            case UInt8(ascii: "["): parts.append(Self.set(&rest) ?? .byte(byte))
            default: parts.append(.byte(byte))
            }
        }
        self.parts = parts
        wantsDot = text.first == UInt8(ascii: ".")
    }

    /// Whether a name matches. Takes at most as many steps as the name's length times the pattern's.
    func matches(_ name: [UInt8]) -> Bool {
        if name.first == UInt8(ascii: "."), !wantsDot { return false }
        var (part, index) = (0, 0)
        var retry: (part: Int, index: Int)?
        while true {
            if part < parts.count, parts[part] == .anyBytes {
                retry = (part, index)
                part += 1
            } else if part < parts.count, let length = length(of: parts[part], in: name, at: index) {
                part += 1
                index += length
            } else if part == parts.count, index == name.count {
                return true
            } else if let last = retry, last.index < name.count {
                // The last `*` matches one byte more.
                retry = (last.part, last.index + 1)
                (part, index) = (last.part + 1, last.index + 1)
            } else {
                return false
            }
        }
    }

    private func length(of part: Part, in name: [UInt8], at index: Int) -> Int? {
        guard index < name.count else { return nil }
        switch part {
        case .byte(let byte): return name[index] == byte ? 1 : nil
        case .anyBytes: return nil
        case .anyCharacter: return Self.character(name[index...].prefix(4)).length
        case .set(let ranges, let isNegated):
            let character = Self.character(name[index...].prefix(4))
            return ranges.contains { $0.contains(character.value) } != isNegated ? character.length : nil
        }
    }

    /// The first UTF-8 scalar. A byte that begins no scalar counts as one character.
    private static func character(_ bytes: some Collection<UInt8>) -> (value: UInt32, length: Int) {
        guard let first = bytes.first else { return (0, 1) }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard let scalar = String(validating: bytes.prefix(length), as: UTF8.self)?.unicodeScalars.first else {
            return (UInt32(first), 1)
        }
        return (scalar.value, scalar.utf8.count)
    }

    /// Reads a set after its `[`. Returns nil and reads nothing if there is no `]`.
    private static func set(_ rest: inout Substring.UTF8View) -> Part? {
        var bytes = rest
        let isNegated = bytes.first == UInt8(ascii: "!") || bytes.first == UInt8(ascii: "^")
        if isNegated { bytes = bytes.dropFirst() }
        var ranges: [ClosedRange<UInt32>] = []
        while let byte = bytes.first {
            if byte == UInt8(ascii: "]"), !ranges.isEmpty {
                rest = bytes.dropFirst()
                return .set(ranges, isNegated: isNegated)
            }
            let low = take(&bytes)
            guard bytes.first == UInt8(ascii: "-"), let next = bytes.dropFirst().first, next != UInt8(ascii: "]") else {
                ranges.append(low...low)
                continue
            }
            bytes = bytes.dropFirst()
            let high = take(&bytes)
            ranges.append(min(low, high)...max(low, high))
        }
        return nil
    }

    private static func take(_ bytes: inout Substring.UTF8View) -> UInt32 {
        let character = character(bytes.prefix(4))
        bytes = bytes.dropFirst(character.length)
        return character.value
    }
}
