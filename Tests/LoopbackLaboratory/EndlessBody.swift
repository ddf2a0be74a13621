public import MachineLaboratory

/// A packed body that goes on and on, with next to nothing in it.
public struct EndlessBody: Sendable, CustomStringConvertible {
    /// What it is made of.
    public let description: String
    /// The value of `Content-Encoding`.
    public let coding: String
    /// What comes first.
    public var head: [UInt8] = []
    /// What then comes again and again.
    private let unit: [UInt8]

    private init(_ description: String, coding: String, head: [UInt8] = [], unit: [UInt8]) {
        self.description = description
        self.coding = coding
        self.head = head
        self.unit = unit
    }

    private static let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    private static let zstdMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// RFC 1952 §2.3: a file of nothing.
    public static let emptyMember = gzipHead + [3, 0] + [UInt8](repeating: 0, count: 8)
    /// RFC 8878 §3.1.1: a frame of nothing.
    private static let emptyFrame = zstdMagic + [0x20, 0, 1, 0, 0]
    /// RFC 1951 §3.2.4: a block of nothing, as it is.
    private static let storedBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
    /// RFC 1951 §3.2.6: four blocks of nothing with the fixed codes, which end on a byte's border.
    private static let fixedBlocks: [UInt8] = [2, 8, 0x20, 0x80, 0]

    /// Every kind.
    public static let all = [
        EndlessBody("gzip members", coding: "gzip", unit: emptyMember),
        EndlessBody("gzip members without the field", coding: "identity", unit: emptyMember),
        EndlessBody("stored blocks", coding: "gzip", head: gzipHead, unit: storedBlock),
        EndlessBody("fixed blocks", coding: "gzip", head: gzipHead, unit: fixedBlocks),
        EndlessBody("deflate", coding: "deflate", unit: storedBlock),
        EndlessBody(
            "the name in gzip's head", coding: "gzip", head: [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 0xFF],
            unit: [0x78]),
        EndlessBody("junk behind gzip", coding: "gzip", head: emptyMember, unit: [0x78]),
        // RFC 7932 §9.2: metadata of no bytes, for ever.
        EndlessBody("brotli metablocks", coding: "br", head: [0x0C], unit: [6]),
        EndlessBody("zstd frames", coding: "zstd", unit: emptyFrame),
        EndlessBody("zstd blocks", coding: "zstd", head: zstdMagic + [0, 0], unit: [0, 0, 0]),
        EndlessBody(
            "skippable zstd frames", coding: "zstd", head: emptyFrame,
            unit: [0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0]),
    ]

    /// A piece of it of 16 KB or a little more, as libcurl hands them out.
    public var piece: [UInt8] { Array(repeatElement(unit, count: (16 << 10) / unit.count + 1).joined()) }

    /// An answer of it without an end.
    public var reply: LoopbackReply { reply(then: [.endless(piece)]) }

    /// An answer that sends about so many bytes of it, then waits.
    public func reply(bytes: Int) -> LoopbackReply {
        reply(then: [.send(Array(repeatElement(unit, count: bytes / unit.count).joined())), .hang])
    }

    private func reply(then body: [LoopbackReply.Step]) -> LoopbackReply {
        LoopbackReply(steps: [.send(LoopbackReply.head(200, [("Content-Encoding", coding)]) + head)] + body)
    }
}
