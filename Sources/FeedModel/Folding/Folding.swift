import Glibc

/// Folds texts for comparison, by the rules of Documentation/Matching.md: compatible forms (NFKC), old and new forms of
/// ideographs, and case.
public enum Folding {
    /// Returns `text` in UTF-8, folded. With `ignoringCase`, case does not count; with `kana`, hiragana become
    /// katakana. Long vowels stay: see ``FoldedText``.
    public static func fold(_ text: String, ignoringCase: Bool, kana: Bool = false) -> [UInt8] {
        var text = text
        let table = ignoringCase ? FoldingTable.ignoringCase : FoldingTable.exact
        var (output, composes) = text.withUTF8 { fold($0, table, ignoringCase: ignoringCase) }
        if composes { output = Composition.composed(output) }
        if kana { makeKatakana(&output) }
        return output
    }

    private static func fold(
        _ utf8: UnsafeBufferPointer<UInt8>, _ table: FoldingTable, ignoringCase: Bool
    ) -> (output: [UInt8], composes: Bool) {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        var composes = false
        // What is not yet copied begins here.
        var start = 0
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            if byte < 0x80 {
                if ignoringCase, byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                    output.append(byte | 0x20)
                    start = index + 1
                }
                index += 1
                continue
            }
            let (code, length) = scalar(at: index, of: utf8)
            let slot = table.slot(of: code)
            if slot == FoldingTable.mark {
                composes = true
            } else if slot != FoldingTable.unchanged {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                if table.append(slot, to: &output) { composes = true }
                start = index + length
            }
            index += length
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        return (output, composes)
    }

    /// Every String is valid UTF-8, so the first byte gives the length.
    private static func scalar(at index: Int, of utf8: UnsafeBufferPointer<UInt8>) -> (UInt32, length: Int) {
        let lead = UInt32(utf8[index])
        func rest(_ offset: Int) -> UInt32 { UInt32(utf8[index + offset] & 0x3F) }
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | rest(1), 2) }
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | rest(1) << 6 | rest(2), 3) }
        return ((lead & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
    }

    /// Hiragana U+3041…U+3096, U+309D and U+309E stand 0x60 before their katakana; both take three bytes.
    static func makeKatakana(_ bytes: inout [UInt8]) {
        var index = 0
        while index + 2 < bytes.count {
            let isHiragana =
                bytes[index] == 0xE3
                && (bytes[index + 1] == 0x81 && bytes[index + 2] >= 0x81
                    || bytes[index + 1] == 0x82 && (0x80...0x96).contains(bytes[index + 2])
                    || bytes[index + 1] == 0x82 && (0x9D...0x9E).contains(bytes[index + 2]))
            guard isHiragana else {
                index += 1
                continue
            }
            let code = (UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)) + 0x60
            // Small KA and KE become large, as in the table.
            let large = code == 0xF5 ? 0xAB : code == 0xF6 ? 0xB1 : code
            bytes[index + 1] = 0x80 | UInt8(large >> 6)
            bytes[index + 2] = 0x80 | UInt8(large & 0x3F)
            index += 3
        }
    }
}

extension [UInt8] {
    /// Whether these bytes contain `needle`. Every text contains an empty one.
    public func contains(run needle: [UInt8]) -> Bool { first(run: needle, from: 0) != nil }

    /// Returns where `needle` is found first, from `start` on; nil if it is not found.
    func first(run needle: [UInt8], from start: Int) -> Int? {
        guard let first = needle.first else { return start }
        guard count - start >= needle.count else { return nil }
        // The third byte of a Japanese letter is rarer than its first, which most kana share.
        let anchor = first >= 0xE0 && needle.count >= 3 ? 2 : 0
        return withUnsafeBytes { text in
            needle.withUnsafeBytes { needle in
                guard let base = text.baseAddress, let wanted = needle.baseAddress else { return nil }
                var place = base + start + anchor
                let end = base + (text.count - needle.count + anchor + 1)
                while place < end {
                    guard let found = memchr(place, Int32(needle[anchor]), end - place) else { return nil }
                    let candidate = UnsafeRawPointer(found) - anchor
                    if memcmp(candidate, wanted, needle.count) == 0 { return base.distance(to: candidate) }
                    place = UnsafeRawPointer(found) + 1
                }
                return nil
            }
        }
    }
}
