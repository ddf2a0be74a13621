/// A decoder of JIS X 0208 text in which ASCII bytes are ASCII characters.
protocol JISDecoder {
    /// Decodes the non-ASCII byte at `index` with the table of JIS X 0208. Returns the position of the next character.
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
