import CLibPQ

/// A row of a result in binary form. It is valid as long as the result.
struct PostgreSQLRow {
    let result: OpaquePointer
    let index: Int32

    func isNull(_ column: Int32) -> Bool { clibpq_is_null(result, index, column) != 0 }

    /// The length of a text or bytea in bytes.
    func length(_ column: Int32) -> Int { Int(clibpq_length(result, index, column)) }

    /// The bytes of a text or bytea; empty for NULL.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: clibpq_value(result, index, column), count: length(column))
    }

    func text(_ column: Int32) -> String {
        let bytes = bytes(column)
        switch PostgreSQLType(rawValue: clibpq_type(result, column)) {
        case .int8, .int4, .int2, .bool, .numeric: return String(integer(column))
        default: return StorableText.text(bytes.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// A whole number; true is 1, NULL is 0. The sum of a column is a `numeric`.
    func integer(_ column: Int32) -> Int64 {
        let bytes = bytes(column)
        switch (PostgreSQLType(rawValue: clibpq_type(result, column)), bytes.count) {
        case (.int8, 8): return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case (.int4, 4): return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case (.int2, 2): return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case (.bool, 1): return bytes[0] == 0 ? 0 : 1
        case (.float8, 8):
            let number = Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
            return Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : number > 0 ? .max : 0)
        case (.numeric, 8...): return Self.whole(bytes)
        case (.text, _), (.varchar, _), (.name, _):
            return Int64(String(decoding: bytes, as: UTF8.self)) ?? 0
        default: return 0
        }
    }

    /// The whole part of a `numeric`: the number of its digits to base 10,000, the place of the first, sign, scale, digits.
    private static func whole(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        func word(_ place: Int) -> Int64 {
            Int64(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: place * 2, as: Int16.self)))
        }
        let (count, weight, isNegative) = (Int(word(0)), Int(word(1)), word(2) == 0x4000)
        guard weight >= 0, count >= 0, bytes.count >= 8 + 2 * count else { return 0 }
        var value: Int64 = 0
        for place in 0...weight {
            let digit = place < count ? word(4 + place) : 0
            let (product, isLarge) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, isLarger) = product.addingReportingOverflow(digit)
            guard !isLarge, !isLarger else { return isNegative ? .min : .max }
            value = sum
        }
        return isNegative ? -value : value
    }
}

/// The types of values that statements take and give, by their numbers in `pg_type`.
enum PostgreSQLType: UInt32 {
    case bool = 16, bytea = 17, name = 19, int8 = 20, int2 = 21, int4 = 23, text = 25, float8 = 701, varchar = 1043
    case numeric = 1700
}
