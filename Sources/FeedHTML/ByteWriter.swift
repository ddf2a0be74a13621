/// A growing buffer of UTF-8.
///
/// Callers write only whole characters: ASCII, or parts of valid UTF-8 that are cut next to ASCII bytes. The string
/// therefore needs no validation.
struct ByteWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(16, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// The bytes written so far; valid until the next change.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// The last byte, or 0.
    var last: UInt8 { count > 0 ? start[count - 1] : 0 }

    /// A copy of the bytes written so far.
    var string: String { String(validUTF8: bytes) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        start[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ source: UnsafePointer<UInt8>, count length: Int) {
        if capacity &- count < length { grow(by: length) }
        (start + count).update(from: source, count: length)
        count &+= length
    }

    @inline(__always)
    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        if let base = source.baseAddress { append(base, count: source.count) }
    }

    @inline(__always)
    mutating func append(_ text: StaticString) { append(text.utf8Start, count: text.utf8CodeUnitCount) }

    @inline(__always)
    mutating func append(_ name: ShortName) {
        if capacity &- count < 16 { grow(by: 16) }
        let end = UnsafeMutableRawPointer(start + count)
        end.storeBytes(of: name.low.littleEndian, as: UInt64.self)
        end.storeBytes(of: name.high.littleEndian, toByteOffset: 8, as: UInt64.self)
        count &+= name.count
    }

    /// Appends a copy of the bytes at `range`.
    mutating func append(again range: Range<Int>) {
        if capacity &- count < range.count { grow(by: range.count) }
        (start + count).update(from: start + range.lowerBound, count: range.count)
        count &+= range.count
    }

    mutating func insert(_ byte: UInt8, at place: Int) {
        append(byte)
        (start + place + 1).update(from: start + place, count: count - 1 - place)
        start[place] = byte
    }

    /// Removes bytes from the end until at most `length` are left.
    mutating func shorten(to length: Int) { count = min(count, max(0, length)) }

    private mutating func grow(by length: Int) {
        let larger = max(capacity &* 2, count &+ length)
        let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        storage.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (storage, larger)
    }
}

extension String {
    /// Copies bytes that are known to be valid UTF-8, without validation.
    init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            self = ""
            return
        }
        // The bytes are valid by contract, and live for the time of this call.
        let span = unsafe Span(_unsafeStart: start, count: bytes.count)
        self = unsafe String(copying: UTF8Span(unchecked: span))
    }
}
