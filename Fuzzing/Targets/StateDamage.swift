/// The damage that an input does to the files of a state.
///
/// The first byte chooses a closed state (0) or one whose run was killed (1). Steps follow. Each has a byte for its
/// kind (bit 7: in the log), two for the page, two for the place in the page, and its parameters.
struct StateDamage {
    private static let mostSteps = 64

    private var rest: ArraySlice<UInt8>
    private(set) var database: [UInt8]
    /// The log; nil if there is none.
    private(set) var log: [UInt8]?

    init(_ input: [UInt8], of sample: StateSample) {
        let isOpen = (input.first ?? 0) & 1 == 1
        (database, log) = isOpen ? (sample.open.database, sample.open.log) : (sample.closed, nil)
        rest = input.dropFirst()
        for _ in 0..<Self.mostSteps where !rest.isEmpty { step() }
    }

    private mutating func step() {
        let kind = byte()
        if kind & 0x80 != 0, let file = log {
            log = changed(file, kind)
        } else {
            database = changed(database, kind)
        }
    }

    private mutating func changed(_ original: [UInt8], _ kind: UInt8) -> [UInt8] {
        var file = original
        let start = place(in: file)
        guard start < file.count else { return file }
        switch kind & 7 {
        case 0:
            for position in start..<end(Int(byte()), behind: start, in: file) { file[position] = byte() }
        case 1:
            let value = byte()
            for position in start..<end(number(), behind: start, in: file) { file[position] = value }
        case 2:
            // Copies a page over another one.
            let target = place(in: file)
            for offset in 0..<StateSample.pageSize where max(start, target) + offset < file.count {
                file[target + offset] = file[start + offset]
            }
        case 3: file.removeSubrange(start...)
        case 4: file[start] ^= byte()
        case 5: file.removeSubrange(start..<end(number(), behind: start, in: file))
        case 6:
            let value = byte()
            file.insert(contentsOf: [UInt8](repeating: value, count: number()), at: start)
        default: file += file[start..<end(number(), behind: start, in: file)]
        }
        return file
    }

    private func end(_ length: Int, behind start: Int, in file: [UInt8]) -> Int { min(start + length, file.count) }

    private mutating func place(in file: [UInt8]) -> Int {
        let page = number() % max(1, file.count / StateSample.pageSize)
        return page * StateSample.pageSize + number() % StateSample.pageSize
    }

    private mutating func number() -> Int { Int(byte()) << 8 | Int(byte()) }
    private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
}
