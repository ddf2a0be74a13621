import FeedHTML

/// Fits a sanitised body into an entry of a page, so that the page keeps its landmarks and outline.
///
/// Sectioning elements become `div`, and headings become three levels lower, below the entry's title. Pictures may be
/// replaced by their words. It is correct only for `SafeHTML`, in which each `<` begins a tag, and each value has double
/// quotes.
enum EmbeddedMarkup {
    /// Appends `body` to `output`, with renamed elements.
    static func append(_ body: SafeHTML, hasPictures: Bool, to output: inout [UInt8]) {
        var markup = body.markup
        markup.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                defer { index += 1 }
                guard utf8[index] == UInt8(ascii: "<") else { continue }
                let isEnd = index + 1 < utf8.count && utf8[index + 1] == UInt8(ascii: "/")
                let name = utf8[(index + (isEnd ? 2 : 1))...].prefix(longestName + 1).prefix(while: isOfName)
                if !hasPictures, name.elementsEqual("img".utf8) {
                    output.append(contentsOf: utf8[start..<index])
                    start = appendWords(ofPictureAt: name.endIndex, in: utf8, to: &output)
                    index = start - 1
                    continue
                }
                guard let other = replacement(for: name) else { continue }
                output.append(contentsOf: utf8[start..<name.startIndex])
                output.append(contentsOf: other.utf8)
                start = name.endIndex
                index = name.endIndex - 1
            }
            output.append(contentsOf: utf8[start...])
        }
    }

    /// Appends the value of `alt`. Returns the place behind the tag whose attributes begin at `place`.
    private static func appendWords(
        ofPictureAt place: Int, in utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) -> Int {
        var index = place
        while index < utf8.count, utf8[index] != UInt8(ascii: ">") {
            defer { index += 1 }
            guard utf8[index] == UInt8(ascii: "\"") else { continue }
            let start = index + 1
            index = utf8[start...].firstIndex(of: UInt8(ascii: "\"")) ?? utf8.count
            if utf8[place..<start - 1].suffix(5).elementsEqual(" alt=".utf8) {
                output.append(contentsOf: utf8[start..<index])
            }
        }
        return min(utf8.count, index + 1)
    }

    private static let longestName = 7
    private static let sections = [
        "article", "aside", "footer", "header", "hgroup", "main", "nav", "search", "section",
    ]

    private static func replacement(for name: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        if name.count == 2, name.first == UInt8(ascii: "h"), let level = name.last {
            switch level {
            case UInt8(ascii: "1"): return "h4"
            case UInt8(ascii: "2"): return "h5"
            case UInt8(ascii: "3")...UInt8(ascii: "5"): return "h6"
            default: return nil
            }
        }
        return sections.contains { name.elementsEqual($0.utf8) } ? "div" : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(byte)
    }
}
