import FeedStages

/// The values of a statement in binary form, in one piece of memory.
struct PostgreSQLValues {
    private var bytes: [UInt8] = []
    /// Where each value begins, or -1 for NULL.
    private var starts: [Int] = []
    private var lengths: [Int32] = []
    private var isTooLong = false

    init(_ values: [StateValue]) {
        starts.reserveCapacity(values.count + 1)
        lengths.reserveCapacity(values.count + 1)
        bytes.reserveCapacity(values.count * 16)
        for value in values { append(value) }
    }

    private mutating func append(_ value: StateValue) {
        let start = bytes.count
        switch value {
        case .null:
            starts.append(-1)
            lengths.append(0)
            return
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let text): StorableText.append(text, to: &bytes)
        case .blob(let blob): bytes.append(contentsOf: blob)
        }
        starts.append(start)
        lengths.append(length(bytes.count - start))
    }

    private mutating func length(_ count: Int) -> Int32 {
        isTooLong = isTooLong || count > Self.most
        return Int32(clamping: count)
    }

    /// PostgreSQL takes no value of more than a gigabyte.
    static let most = 1 << 30 - 1

    /// How many bytes the values take.
    var size: Int { bytes.count }

    /// Whether each value is one that PostgreSQL takes. `lent` is the last one.
    func fit(lending lent: [UInt8]?) -> Bool { !isTooLong && (lent?.count ?? 0) <= Self.most }

    /// Calls `body` with what libpq's functions want: how many values, each value's address, length and form (binary).
    /// `lent` is the last value. Returns nil if the values do not fit.
    func with<Result>(
        lending lent: [UInt8]?,
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result? {
        guard fit(lending: lent) else { return nil }
        var lengths = lengths
        if let lent { lengths.append(Int32(lent.count)) }
        let formats = [Int32](repeating: 1, count: lengths.count)
        // An empty array may have no address, and libpq would send NULL.
        let (own, other) = (bytes.isEmpty ? [0] : bytes, (lent ?? []).isEmpty ? [0] : lent ?? [])
        return own.withUnsafeBytes { own in
            other.withUnsafeBytes { other in
                var addresses = starts.map { start in
                    start < 0
                        ? nil : own.baseAddress?.advanced(by: min(start, own.count)).assumingMemoryBound(to: CChar.self)
                }
                if lent != nil { addresses.append(other.baseAddress?.assumingMemoryBound(to: CChar.self)) }
                return body(Int32(addresses.count), addresses, lengths, formats)
            }
        }
    }
}

extension StateValue.Kind {
    /// The type of a parameter.
    var postgreSQL: PostgreSQLType {
        switch self {
        case .integer: .int8
        case .text: .text
        case .blob: .bytea
        }
    }
}
