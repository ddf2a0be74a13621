/// A time of day as it was written.
struct FeedTime {
    enum Half { case morning, afternoon }

    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0

    /// Changes the time of a 12-hour clock to that of a 24-hour clock; false if there is no such time.
    mutating func apply(_ half: Half) -> Bool {
        guard (0...12).contains(hour) else { return half == .afternoon && hour < 24 }
        hour = hour % 12 + (half == .afternoon ? 12 : 0)
        return true
    }
}

extension FeedTime.Half {
    /// Reads `am`, `PM` or `a.m.` at `index`, and sets `length` to its length in bytes.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, length: inout Int) {
        func lower(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] | 0x20 : 0 }
        let isDotted = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ".")
        let last = isDotted ? 2 : 1
        guard lower(last) == UInt8(ascii: "m"), !(lower(last + 1) &- 0x61 < 26) else { return nil }
        switch lower(0) {
        case UInt8(ascii: "a"): self = .morning
        case UInt8(ascii: "p"): self = .afternoon
        default: return nil
        }
        length = last + 1
    }
}
