/// A gzip file that compresses nothing (RFC 1952, RFC 1951 §3.2.4): sound, and made without a library.
func storedGzip(_ bytes: [UInt8]) -> [UInt8] {
    func littleEndian(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        checksum ^= UInt32(byte)
        for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    for start in stride(from: 0, to: max(1, bytes.count), by: 0xFFFF) {
        let block = bytes[start..<min(bytes.count, start + 0xFFFF)]
        let isLast: UInt8 = start + 0xFFFF >= bytes.count ? 1 : 0
        let length = UInt32(block.count)
        file += [isLast] + littleEndian(length, 2) + littleEndian(~length, 2) + block
    }
    return file + littleEndian(~checksum, 4) + littleEndian(UInt32(bytes.count), 4)
}
