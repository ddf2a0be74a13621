import FeedStages
import FeedSystem

/// `<rss>`, 200 times x, `</rss>`, packed in each way that servers use.
enum Packed {
    static let plain = Array(("<rss>" + String(repeating: "x", count: 200) + "</rss>").utf8)
    static let gzip = bytes("H4sIAAAAAAACA7MpKi62qxgmwEYf5BsA4avucdMAAAA=")
    static let deflate = bytes("sykqLrarGCbARh/kGwA=")
    static let zlib = bytes("eJyzKSoutqsYJsBGH+QbAIaQYZQ=")
    static let brotli = bytes("G9IA+I3UYk0cD9Q8PnN46kWuJJmtECilAMtBAQ==")
    static let zstd = bytes("KLUv/QRYnQAAYDxyc3M+eDwvcnNzPgEARAoUAUN9B7c=")
    /// A whole gzip file (RFC 1952 §2.2) of 80 KiB.
    static let member = bytes(
        "H4sIAAAAAAACA+3BMQEAAADCoNqLbw0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB4MEh2QosAQAEA"
    )
    /// 8 MiB of zeros.
    static let bomb = bytes("m///f/gnAOKxQCD3/g8=")

    private static func bytes(_ text: String) -> [UInt8] { Base64.decode(text) ?? [] }
}
