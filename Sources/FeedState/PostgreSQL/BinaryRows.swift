import FeedStages

/// Rows as COPY writes and reads them in binary form
/// (https://www.postgresql.org/docs/current/sql-copy.html §Binary Format).
enum BinaryRows {
    /// The signature, no flags, and a header that ends here.
    static let header = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)
    /// What follows the last row instead of a number of columns.
    static let end: [UInt8] = [0xFF, 0xFF]

    /// Appends the present row of a statement whose columns have these types.
    static func append(
        _ row: SQLiteStatement, _ kinds: [StateValue.Kind], to bytes: inout [UInt8]
    ) throws(StageError) {
        append(Int16(kinds.count), to: &bytes)
        for (index, kind) in kinds.enumerated() {
            let column = Int32(index)
            guard !row.isNull(column) else {
                append(Int32(-1), to: &bytes)
                continue
            }
            let start = bytes.count
            append(Int32(0), to: &bytes)
            switch kind {
            case .integer: append(row.integer(column), to: &bytes)
            case .text: StorableText.append(row.text(column), to: &bytes)
            case .blob: bytes.append(contentsOf: row.blob(column))
            }
            let length = bytes.count - start - 4
            guard length <= PostgreSQLValues.most else { throw StageError(.tooLarge, subject: "COPY") }
            withUnsafeBytes(of: Int32(length).bigEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
        }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Reads rows from pieces of any length.
struct BinaryRowReader {
    private let kinds: [StateValue.Kind]
    /// The beginning of what the last piece did not have whole.
    private var pending: [UInt8] = []
    private var hasHeader = false
    private var isAtEnd = false

    init(_ kinds: [StateValue.Kind]) { self.kinds = kinds }

    /// Whether all rows were read, and their end.
    var isComplete: Bool { isAtEnd && pending.isEmpty }

    /// Binds each row of a piece to a statement, and calls `run`. Throws `.internalError` if the piece holds anything else.
    mutating func read(
        _ piece: UnsafeRawBufferPointer, into row: SQLiteStatement, _ run: () throws(StageError) -> Void
    ) throws(StageError) {
        guard !pending.isEmpty else {
            let used = try readWhole(piece, into: row, run)
            pending = Array(piece[used...])
            return
        }
        pending.append(contentsOf: piece)
        let whole = pending
        pending = []
        let used = try whole.withBytes { bytes throws(StageError) in try readWhole(bytes, into: row, run) }
        pending = Array(whole[used...])
    }

    /// Reads what is there as a whole. Returns its length.
    private mutating func readWhole(
        _ bytes: UnsafeRawBufferPointer, into row: SQLiteStatement, _ run: () throws(StageError) -> Void
    ) throws(StageError) -> Int {
        var position = 0
        if !hasHeader {
            guard bytes.count >= BinaryRows.header.count else { return 0 }
            guard bytes.starts(with: BinaryRows.header) else { throw Self.failure }
            hasHeader = true
            position = BinaryRows.header.count
        }
        while bytes.count - position >= 2, !isAtEnd {
            let count = Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int16.self)))
            if count == -1 {
                isAtEnd = true
                return position + 2
            }
            guard count == kinds.count else { throw Self.failure }
            guard let end = try end(ofRowAt: position, in: bytes) else { break }
            try bind(bytes, at: position + 2, to: row)
            try run()
            position = end
        }
        return position
    }

    /// Where the row ends; nil if the piece ends before that.
    private func end(ofRowAt start: Int, in bytes: UnsafeRawBufferPointer) throws(StageError) -> Int? {
        var position = start + 2
        for _ in kinds {
            guard bytes.count - position >= 4 else { return nil }
            let length = Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)))
            guard length >= -1 else { throw Self.failure }
            position += 4 + max(0, length)
        }
        return position <= bytes.count ? position : nil
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at start: Int, to row: SQLiteStatement) throws(StageError) {
        var position = start
        for (index, kind) in kinds.enumerated() {
            let column = Int32(index + 1)
            let length = Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)))
            position += 4
            guard length >= 0 else {
                row.bindNull(at: column)
                continue
            }
            let value = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
            switch kind {
            case .integer:
                guard length == 8 else { throw Self.failure }
                row.bind(Int64(bigEndian: value.loadUnaligned(as: Int64.self)), at: column)
            case .text:
                let text = value.assumingMemoryBound(to: UInt8.self)
                if StorableText.isPlain(text) {
                    try row.bind(lending: text, at: column)
                } else {
                    try row.bind(StorableText.text(text), at: column)
                }
            case .blob: try row.bind(lending: value, at: column)
            }
            position += length
        }
    }

    /// The error of a piece that does not have the rows that were asked for.
    private static let failure = StageError(.internalError, subject: "COPY")
}

extension [UInt8] {
    /// Calls `body` with the bytes, as `withUnsafeBytes` does.
    func withBytes<Value>(
        _ body: (UnsafeRawBufferPointer) throws(StageError) -> Value
    ) throws(StageError) -> Value {
        try withUnsafeBytes { bytes in Result { () throws(StageError) in try body(bytes) } }.get()
    }
}
