/// Characters of Japanese standards by row and cell; each row has 94 cells, counted from 0.
enum JISTable {
    /// The Encoding Standard's index jis0208: JIS X 0208 with the rows of NEC and IBM that Windows has. It has
    /// 120 rows; only Shift_JIS reaches the last ones.
    static let x0208: [UInt16] = {
        var codes: [UInt8] = []
        for lead in Array(0x81...0x9F) + Array(0xE0...0xFC) as [UInt8] {
            for trail in Array(0x40...0x7E) + Array(0x80...0xFC) as [UInt8] { codes += [lead, trail] }
        }
        return CodeTable.units(of: codes, width: 2, in: "CP932")
    }()

    /// JIS X 0212, with IBM's characters in rows 83 and 84 as in eucJP-ms.
    static let x0212: [UInt16] = {
        var codes: [UInt8] = []
        for row in 0xA1...0xF4 as ClosedRange<UInt8> {
            for cell in 0xA1...0xFE as ClosedRange<UInt8> { codes += [0x8F, row, cell] }
        }
        var table = CodeTable.units(of: codes, width: 3, in: "EUC-JP-MS")
        // The broken bar: the C library has the full-width one here.
        table[1 * cells + 0x22] = 0xA6
        return table
    }()

    static let cells = 94
}
