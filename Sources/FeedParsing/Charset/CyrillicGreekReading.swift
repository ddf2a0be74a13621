/// Detects Cyrillic and Greek in one byte per letter by the frequency of letters.
enum CyrillicGreekReading {
    /// The most frequent letters of each encoding: of Russian о е а и н т с р в л, of Greek α ο ι ε τ σ ν η υ ρ.
    private static let candidates: [(encoding: Encoding, letters: [UInt8])] = [
        (.singleByte(.w1251), [0xEE, 0xE5, 0xE0, 0xE8, 0xED, 0xF2, 0xF1, 0xF0, 0xE2, 0xEB]),
        (.singleByte(.koi8r), [0xCF, 0xC5, 0xC1, 0xC9, 0xCE, 0xD4, 0xD3, 0xD2, 0xD7, 0xCC]),
        (.singleByte(.iso5), [0xDE, 0xD5, 0xD0, 0xD8, 0xDD, 0xE2, 0xE1, 0xE0, 0xD2, 0xDB]),
        (.singleByte(.ibm866), [0xAE, 0xA5, 0xA0, 0xA8, 0xAD, 0xE2, 0xE1, 0xE0, 0xA2, 0xAB]),
        (.singleByte(.w1253), [0xE1, 0xEF, 0xE9, 0xE5, 0xF4, 0xF3, 0xED, 0xE7, 0xF5, 0xF1]),
    ]
    /// Bytes in words that a text must have.
    private static let least = 24
    /// Letters that a word must have.
    private static let shortestWord = 3

    /// The encoding of `bytes`, if it is certainly one of these.
    static func certain(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding? {
        guard let counted = Words(bytes) else { return nil }
        let shares = candidates.map { candidate in
            (candidate.encoding, candidate.letters.reduce(0) { $0 + counted.counts[Int($1)] } * 100 / counted.all)
        }
        guard let best = shares.max(by: { $0.1 < $1.1 }), best.1 >= 45 else { return nil }
        return best.0
    }

    /// Whether most letters beyond ASCII stand in a row. No Western language has that.
    static func isForeign(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { Words(bytes) != nil }

    /// Counts of the bytes beyond ASCII; nil if they do not stand in rows.
    private struct Words {
        private(set) var counts = [Int](repeating: 0, count: 256)
        private(set) var all = 0

        private static let enough = 256

        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            var (inWords, run) = (0, 0)
            for byte in bytes {
                guard byte >= 0x80 else {
                    run = 0
                    continue
                }
                // After 256 bytes it is clear whether letters stand alone.
                if all == Self.enough, inWords * 10 < all * 4 { return nil }
                counts[Int(byte)] += 1
                all += 1
                run += 1
                inWords += run == shortestWord ? shortestWord : run > shortestWord ? 1 : 0
            }
            guard inWords >= least, inWords * 10 >= all * 7 else { return nil }
        }
    }
}
