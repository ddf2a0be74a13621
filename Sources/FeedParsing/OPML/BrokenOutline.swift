/// Mends outlines in which an attribute holds markup with quotes of its own: its first quote would end the attribute, and
/// the first `>` the outline, before the address (seen at Plenary, 2020: `description="… <a href="…">…</a>" xmlUrl="…"`).
enum BrokenOutline {
    /// Returns the document with such outlines written anew, and how many there were.
    static func mended(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], count: Int) {
        bytes.withUnsafeBufferPointer { input in
            var (output, count, copied, index) = ([UInt8](), 0, 0, 0)
            while let start = find("<outline", in: input, from: index) {
                let name = start + 8
                let end = next(in: input, from: name)
                if let whole = written(input, name: name, end: end) {
                    output += input[copied..<start]
                    output += whole
                    copied = end
                    count += 1
                }
                index = end
            }
            guard count > 0 else { return (Array(input), 0) }
            return (output + input[copied...], count)
        }
    }

    /// Returns an outline that has an address which its first tag does not show, with what is known of its attributes.
    private static func written(_ input: UnsafeBufferPointer<UInt8>, name: Int, end: Int) -> [UInt8]? {
        guard let address = value(of: "xmlurl", in: input[name..<end]),
            let tag = XMLRepairTag(UnsafeBufferPointer(rebasing: input[..<end]), after: name), tag.end < end,
            !tag.attributes.contains(where: { lowered(input[$0.name]).elementsEqual("xmlurl".utf8) })
        else { return nil }
        var output = Array("<outline".utf8)
        for (key, value) in [
            ("text", value(of: "text", in: input[name..<end])), ("title", value(of: "title", in: input[name..<end])),
            ("xmlUrl", address),
        ] {
            guard let value else { continue }
            output += Array(" \(key)=\"".utf8) + value + [UInt8(ascii: "\"")]
        }
        let isEmpty = input[name..<end].last { $0 > 0x20 } == UInt8(ascii: ">") && endsEmpty(input[name..<end])
        return output + Array(isEmpty ? "/>".utf8 : ">".utf8)
    }

    private static func endsEmpty(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let signs = text.reversed().lazy.filter { $0 > 0x20 }.prefix(2)
        return signs.elementsEqual([UInt8(ascii: ">"), UInt8(ascii: "/")])
    }

    /// The value of an attribute in double quotes, by its name behind a blank; nil if there is none.
    private static func value(
        of name: StaticString, in text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        let length = name.utf8CodeUnitCount
        var index = text.startIndex + 1
        while index + length + 2 < text.endIndex {
            defer { index += 1 }
            guard text[index - 1] <= 0x20, text[index + length] == UInt8(ascii: "="),
                text[index + length + 1] == UInt8(ascii: "\""),
                (0..<length).allSatisfy({ text[index + $0] | 0x20 == name.utf8Start[$0] })
            else { continue }
            let start = index + length + 2
            guard let quote = text[start...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            return text[start..<quote]
        }
        return nil
    }

    /// The position of the next outline or end tag, or the end of the document.
    private static func next(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < input.count {
            if input[index] == UInt8(ascii: "<") {
                let isNext = ["<outline", "</outline", "</body"].contains { startsWith($0, in: input, at: index) }
                if isNext { return index }
            }
            index += 1
        }
        return input.count
    }

    private static func find(_ word: StaticString, in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < input.count {
            if input[index] == word.utf8Start[0], startsWith(word, in: input, at: index) { return index }
            index += 1
        }
        return nil
    }

    private static func startsWith(_ word: StaticString, in input: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        return index + length <= input.count && (0..<length).allSatisfy { input[index + $0] == word.utf8Start[$0] }
    }

    private static func lowered(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
}
