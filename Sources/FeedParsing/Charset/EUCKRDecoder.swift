/// EUC-KR with Windows' additions (Encoding Standard §13.1.1). The C library's converter loses characters after errors.
enum EUCKRDecoder {
    private static let firstTrail = 0x41
    private static let cells = 0xFE - firstTrail + 1

    private static let table: [UInt16] = {
        var codes: [UInt8] = []
        for lead in 0x81...0xFE as ClosedRange<UInt8> {
            for trail in UInt8(firstTrail)...0xFE { codes += [lead, trail] }
        }
        return CodeTable.units(of: codes, width: 2, in: "UHC")
    }()

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedBytes {
        table.withUnsafeBufferPointer { table in
            UTF8Output.collect(from: bytes.count) { output in
                var index = output.copyASCII(bytes, from: 0)
                while index < bytes.count {
                    let lead = Int(bytes[index])
                    let trail = index + 1 < bytes.count ? Int(bytes[index + 1]) : 0
                    let isPair = 0x81...0xFE ~= lead && firstTrail...0xFE ~= trail
                    let unit = isPair ? table[(lead - 0x81) * cells + trail - firstTrail] : 0
                    if unit != 0 { output.put(unit: unit) } else { output.putReplacement() }
                    // An ASCII byte may begin a tag, so it is not skipped.
                    index += unit != 0 || (0x81...0xFE ~= lead && trail >= 0x80) ? 2 : 1
                    if index < bytes.count, bytes[index] < 0x80 { index = output.copyASCII(bytes, from: index) }
                }
            }
        }
    }
}
