/// A growing buffer of bytes for C callbacks, without the overhead of an array.
struct ByteBuffer: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16 << 10) {
        self.capacity = max(16, capacity)
        storage = .allocate(capacity: self.capacity)
    }

    deinit { storage.deallocate() }

    /// All bytes; valid until the next change.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: storage, count: count) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        storage[count] = byte
        count &+= 1
    }

    /// Appends `more` bytes from `start`, which must not be inside this buffer.
    @inline(__always)
    mutating func append(_ start: UnsafePointer<UInt8>, count more: Int) {
        if more > capacity &- count { grow(by: more) }
        (storage + count).update(from: start, count: more)
        count &+= more
    }

    @inline(__always)
    mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
        if let start = other.baseAddress { append(start, count: other.count) }
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    @inline(__always)
    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { append(UInt8(truncatingIfNeeded: scalar.value)) } else { append(beyondASCII: scalar) }
    }

    private mutating func append(beyondASCII scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    /// Removes the bytes and keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Removes bytes from the end until at most `length` are left.
    mutating func shorten(to length: Int) { count = min(count, max(0, length)) }

    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: storage, count: count)
        storage.deallocate()
        storage = larger
    }
}
