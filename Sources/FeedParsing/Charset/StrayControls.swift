import Glibc

/// Repairs controls from U+0080 to U+009F. Authors mean none of them but U+0085, a line end: the others are
/// windows-1252 characters that were read as Latin-1.
enum StrayControls {
    /// The repaired text and the number of repaired characters; nil if there are none. `text` is valid UTF-8.
    static func mended(_ text: UnsafeBufferPointer<UInt8>) -> (utf8: [UInt8], count: Int)? {
        var mended: [UInt8] = []
        var (index, copied, count) = (0, 0, 0)
        guard let start = text.baseAddress else { return nil }
        while let found = memchr(start + index, 0xC2, text.count - index) {
            let place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
            index = place + 2
            guard text[place + 1] < 0xA0, text[place + 1] != 0x85,
                let meant = WindowsCharacter.meant(by: UInt32(text[place + 1]))
            else {
                continue
            }
            mended += text[copied..<place]
            mended += UTF8.encode(meant) ?? UTF8.encodedReplacementCharacter
            copied = index
            count += 1
        }
        return count > 0 ? (mended + text[copied...], count) : nil
    }
}
