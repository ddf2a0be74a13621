import LoopbackLaboratory
import Testing

@testable import FeedTransport

@Suite("BodyCollector")
struct BodyCollectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let field: String?
        let bytes: [UInt8]
        var expected = Packed.plain
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "plain", field: nil, bytes: Packed.plain),
        Case(name: "gzip", field: "gzip", bytes: Packed.gzip),
        Case(name: "x-gzip", field: "X-GZIP", bytes: Packed.gzip),
        Case(name: "deflate without zlib's head", field: "deflate", bytes: Packed.deflate),
        Case(name: "deflate with it", field: "deflate", bytes: Packed.zlib),
        Case(name: "brotli", field: "br", bytes: Packed.brotli),
        Case(name: "zstd", field: "zstd", bytes: Packed.zstd),
        Case(name: "a gzip file without the field", field: nil, bytes: Packed.gzip),
        Case(name: "the field over a plain body", field: "gzip", bytes: Packed.plain),
        Case(name: "a field that means nothing", field: "UTF-8", bytes: Packed.plain),
        Case(name: "identity beside gzip", field: "identity, gzip", bytes: Packed.gzip),
        Case(name: "junk behind gzip", field: "gzip", bytes: Packed.gzip + Array("junk".utf8)),
        Case(
            name: "two members", field: "gzip", bytes: Packed.gzip + Packed.gzip, expected: Packed.plain + Packed.plain),
        Case(
            name: "two frames", field: "zstd", bytes: Packed.zstd + Packed.zstd, expected: Packed.plain + Packed.plain),
        Case(name: "nothing", field: "gzip", bytes: [], expected: []),
        Case(name: "one byte", field: "gzip", bytes: [0x1F], expected: [0x1F]),
    ]

    @Test("N19 a body is unpacked, however it was packed and cut into pieces", arguments: cases, [1, 2, 3, 7, 10_000])
    func unpacks(_ test: Case, size: Int) throws {
        var body = BodyCollector(coding: try BodyCoding.named(by: test.field), limit: 1 << 20, expected: 0)
        try test.bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: size) {
                try body.take(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)]))
            }
        }
        try body.end()
        let isComplete = body.isComplete
        #expect(isComplete)
        let (received, bytes) = (body.received, body.takeBytes())
        #expect(bytes == test.expected)
        #expect(received == test.bytes.count)
    }

    @Test("X08: a packed body unfolds step by step, also behind its end, and nothing of it is lost", arguments: 1...3)
    func stepwise(_ members: Int) throws {
        let packed = Array(repeating: Bombs.gzipMebibyte, count: members).joined()
        var body = BodyCollector(coding: try BodyCoding.named(by: "gzip"), limit: 8 << 20, expected: 0)
        try Array(packed).withUnsafeBytes { try body.take($0, isStepwise: true) }
        var (steps, largest, before) = (0, 0, 0)
        while body.holdsBack {
            let count = body.bytes.count
            (largest, before) = (max(largest, count - before), count)
            try body.unfold()
            steps += 1
        }
        try body.end()
        let (isComplete, count) = (body.isComplete, body.bytes.count)
        #expect(isComplete && count == members << 20)
        #expect(steps >= 10 * members && largest <= 96 << 10, "\(steps) steps of up to \(largest) bytes")
    }

    @Test(
        "N18 a packed body that was cut is not complete",
        arguments: cases.filter { $0.bytes.count > 1 && $0.field != nil })
    func cut(_ test: Case) throws {
        guard test.bytes != Packed.plain, test.expected == Packed.plain, !test.name.hasPrefix("junk") else { return }
        for length in 5..<(test.bytes.count - 1) {
            var body = BodyCollector(coding: try BodyCoding.named(by: test.field), limit: 1 << 20, expected: 0)
            try test.bytes.prefix(length).withUnsafeBytes { try body.take($0) }
            try body.end()
            let isComplete = body.isComplete
            #expect(!isComplete, "cut after \(length) bytes")
        }
    }

    @Test("N20 the limit counts unpacked bytes", arguments: [Packed.bomb])
    func bomb(_ bytes: [UInt8]) throws {
        var body = BodyCollector(coding: .brotli, limit: 100_000, expected: 8 << 20)
        let failure = failure(of: bytes, in: &body)
        #expect(failure == .tooLarge)
        let bytesTaken = body.takeBytes()
        #expect(bytesTaken.count <= 100_000)
    }

    @Test("a body of exactly the limit is taken, one byte more is not")
    func limit() throws {
        var exact = BodyCollector(coding: nil, limit: Packed.plain.count, expected: 0)
        try Packed.plain.withUnsafeBytes { try exact.take($0) }
        let whole = exact.takeBytes()
        #expect(whole == Packed.plain)
        var short = BodyCollector(coding: .gzip, limit: Packed.plain.count - 1, expected: 0)
        let failure = failure(of: Packed.gzip, in: &short)
        #expect(failure == .tooLarge)
    }

    @Test("a wrong checksum breaks the body")
    func checksum() throws {
        var bytes = Packed.gzip
        bytes[bytes.count - 6] ^= 1
        var body = BodyCollector(coding: .gzip, limit: 1 << 20, expected: 0)
        let failure = failure(of: bytes, in: &body)
        #expect(failure == .broken)
    }

    @Test(
        "N20 more than one layer is refused, and so is what nobody offered",
        arguments: ["gzip, gzip", "gzip,br", "compress", "aes128gcm"])
    func refused(_ field: String) {
        #expect(throws: BodyCoding.Refused.self) { try BodyCoding.named(by: field) }
    }

    private func failure(of bytes: [UInt8], in body: inout BodyCollector) -> BodyCollector.Failure? {
        bytes.withUnsafeBytes { bytes in
            do throws(BodyCollector.Failure) {
                try body.take(bytes)
                return nil
            } catch {
                return error
            }
        }
    }
}
