/// An encoding of JIS X 0208 in which ASCII stands for itself.
protocol JISDecoder {
    /// Decodes what is at `index`, which is not ASCII, by the table of JIS X 0208; gives where the next character begins.
    static func decodeOne(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ table: UnsafeBufferPointer<UInt16>,
        into output: inout UTF8Output
    ) -> Int
}

extension JISDecoder {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedBytes {
        JISTable.x0208.withUnsafeBufferPointer { table in
            UTF8Output.collect(from: bytes.count) { output in
                var index = output.copyASCII(bytes, from: 0)
                while index < bytes.count {
                    index = decodeOne(bytes, at: index, table, into: &output)
                    if index < bytes.count, bytes[index] < 0x80 { index = output.copyASCII(bytes, from: index) }
                }
            }
        }
    }
}
