/// Reads the label of a document's encoding.
enum EncodingLabel {
    /// The `charset` parameter of a `Content-Type`.
    static func http(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, withoutBlanksAndQuotes(pair[0]).lowercased() == "charset" else { continue }
            let value = withoutBlanksAndQuotes(pair[1])
            return value.isEmpty ? nil : value
        }
        return nil
    }

    private static func withoutBlanksAndQuotes(_ text: Substring) -> String {
        String(text.filter { !" \t\"'".contains($0) })
    }

    /// The label in `<?xml … encoding="…"?>` within the first KiB. Any case of letters, any quotes or none, and junk
    /// before it are accepted.
    static func declaration(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let head = bytes.prefix(1024)
        guard let start = find("<?xml", in: head) else { return nil }
        let rest = head[start...]
        let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
        guard let name = find("encoding", in: rest[..<end]) else { return nil }
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        var value = rest[name..<end].drop(while: isBlank)
        guard value.first == UInt8(ascii: "=") else { return nil }
        value = value.dropFirst().drop(while: isBlank)
        let quotes = "\"'".utf8
        if let quote = value.first, quotes.contains(quote) { value = value.dropFirst() }
        value = value.drop(while: isBlank)
        let label = value.prefix { !quotes.contains($0) && $0 != UInt8(ascii: "?") && 0x21..<0x80 ~= $0 }
        return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
    }

    /// The position behind `word` (lower case), which may be written in any case.
    private static func find(_ word: StaticString, in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let length = word.utf8CodeUnitCount
        var index = bytes.startIndex
        while index + length <= bytes.endIndex {
            let isHere = (0..<length).allSatisfy { offset in
                let byte = bytes[index + offset]
                return (byte &- 0x41 < 26 ? byte | 0x20 : byte) == word.utf8Start[offset]
            }
            if isHere { return index + length }
            index += 1
        }
        return nil
    }
}
