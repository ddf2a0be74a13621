/// Decompresses DEFLATE (RFC 1951) up to a limit of bytes.
///
/// Written here because compressed documents rarely reach a parser; another library is not worth it.
struct Inflate {
    enum Failure: Error {
        case broken
        case tooLarge
    }

    private let input: UnsafeBufferPointer<UInt8>
    private let limit: Int
    /// The position of the next input byte.
    private(set) var position: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private(set) var output: [UInt8] = []

    /// Starts at `position`; the output has at most `limit` bytes.
    init(_ input: UnsafeBufferPointer<UInt8>, at position: Int, limit: Int) {
        self.input = input
        self.position = position
        self.limit = limit
    }

    /// Decompresses up to the end of the last block, where `position` then is. Throws for broken or too large data.
    mutating func run() throws(Failure) {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try unpack(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let (literals, distances) = try readCodes()
                try unpack(literals, distances)
            default: throw .broken
            }
        }
    }

    private mutating func take(_ count: Int) throws(Failure) -> Int {
        while bitCount < count {
            guard position < input.count else { throw .broken }
            bits |= UInt32(input[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func put(_ byte: UInt8) throws(Failure) {
        guard output.count < limit else { throw .tooLarge }
        output.append(byte)
    }

    private mutating func copyStored() throws(Failure) {
        (bits, bitCount) = (0, 0)
        guard position + 4 <= input.count else { throw .broken }
        let length = Int(input[position]) | Int(input[position + 1]) << 8
        let inverse = Int(input[position + 2]) | Int(input[position + 3]) << 8
        position += 4
        guard length == ~inverse & 0xFFFF, position + length <= input.count else { throw .broken }
        guard output.count + length <= limit else { throw .tooLarge }
        output += input[position..<position + length]
        position += length
    }

    private mutating func unpack(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(Failure) {
        while true {
            let symbol = try next(in: literals)
            if symbol < 256 {
                try put(UInt8(symbol))
                continue
            }
            guard symbol > 256 else { return }
            guard symbol < 257 + Self.lengths.count else { throw .broken }
            let length = Self.lengths[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
            let code = try next(in: distances)
            guard code < Self.distanceStarts.count else { throw .broken }
            let distance = Self.distanceStarts[code] + (try take(Self.distanceBits[code]))
            guard distance <= output.count else { throw .broken }
            for _ in 0..<length { try put(output[output.count - distance]) }
        }
    }

    /// Reads the next symbol bit by bit, with canonical codes (RFC 1951 §3.2.2).
    private mutating func next(in code: HuffmanCode) throws(Failure) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1..<code.counts.count {
            value |= try take(1)
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw .broken
    }

    private mutating func readCodes() throws(Failure) -> (HuffmanCode, HuffmanCode) {
        let (literals, distances, names) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        guard literals <= 286, distances <= 30 else { throw .broken }
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<names { lengths[Self.nameOrder[index]] = try take(3) }
        let code = try HuffmanCode(lengths)
        var all: [Int] = []
        while all.count < literals + distances {
            switch try next(in: code) {
            case let length where length < 16: all.append(length)
            case 16:
                guard let last = all.last else { throw .broken }
                all += repeatElement(last, count: 3 + (try take(2)))
            case 17: all += repeatElement(0, count: 3 + (try take(3)))
            default: all += repeatElement(0, count: 11 + (try take(7)))
            }
        }
        guard all.count == literals + distances, all[256] > 0 else { throw .broken }
        return (try HuffmanCode(Array(all[..<literals])), try HuffmanCode(Array(all[literals...])))
    }

    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceStarts = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
    private static let nameOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let fixedLiterals = HuffmanCode(
        known: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = HuffmanCode(known: Array(repeating: 5, count: 30))
}

/// A canonical Huffman code, made from the lengths of its codes (RFC 1951 §3.2.2).
struct HuffmanCode {
    /// The number of codes of each length; index 0 is not used.
    let counts: [Int]
    /// The symbols in the order of their codes.
    let symbols: [Int]

    /// Throws `broken` if the lengths give two symbols the same code.
    init(_ lengths: [Int]) throws(Inflate.Failure) {
        self.init(known: lengths)
        var free = 1
        for length in 1..<counts.count {
            free = free * 2 - counts[length]
            guard free >= 0 else { throw .broken }
        }
    }

    /// Takes lengths that are known to be valid.
    init(known lengths: [Int]) {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths where length > 0 { counts[length] += 1 }
        self.counts = counts
        symbols = (1..<16).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
    }
}
