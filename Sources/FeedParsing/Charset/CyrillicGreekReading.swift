/// Writings of one byte a letter by how often each letter comes: Cyrillic and Greek.
enum CyrillicGreekReading {
    /// The commonest letters of an encoding: of Russian о е а и н т с р в л, of Greek α ο ι ε τ σ ν η υ ρ.
    private static let candidates: [(encoding: Encoding, letters: [UInt8])] = [
        (.singleByte(.w1251), [0xEE, 0xE5, 0xE0, 0xE8, 0xED, 0xF2, 0xF1, 0xF0, 0xE2, 0xEB]),
        (.singleByte(.koi8r), [0xCF, 0xC5, 0xC1, 0xC9, 0xCE, 0xD4, 0xD3, 0xD2, 0xD7, 0xCC]),
        (.singleByte(.iso5), [0xDE, 0xD5, 0xD0, 0xD8, 0xDD, 0xE2, 0xE1, 0xE0, 0xD2, 0xDB]),
        (.singleByte(.ibm866), [0xAE, 0xA5, 0xA0, 0xA8, 0xAD, 0xE2, 0xE1, 0xE0, 0xA2, 0xAB]),
        (.singleByte(.w1253), [0xE1, 0xEF, 0xE9, 0xE5, 0xF4, 0xF3, 0xED, 0xE7, 0xF5, 0xF1]),
    ]
    /// Bytes in words of which a text is made at least.
    private static let least = 24
    /// Letters of such a word.
    private static let shortestWord = 3

    /// The encoding that `bytes` are in, if they are in one of these for certain.
    static func certain(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding? {
        guard let counted = Words(bytes) else { return nil }
        let shares = candidates.map { candidate in
            (candidate.encoding, candidate.letters.reduce(0) { $0 + counted.counts[Int($1)] } * 100 / counted.all)
        }
        guard let best = shares.max(by: { $0.1 < $1.1 }), best.1 >= 45 else { return nil }
        return best.0
    }

    /// Whether most letters beyond ASCII stand in rows, as in no Western language.
    static func isForeign(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { Words(bytes) != nil }

    /// Bytes beyond ASCII, counted; nil if they do not stand in rows.
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
                // Enough to see that letters stand alone.
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
