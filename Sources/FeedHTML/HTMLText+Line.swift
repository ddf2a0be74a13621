extension HTMLText {
    /// A title or a name on one line, from bytes that are known to be valid UTF-8; empty if nothing is left.
    ///
    /// Where nothing has to change it costs one look at the bytes and one copy.
    ///
    /// - Parameter isMarkup: Whether tags go and character references are decoded, once.
    package static func line(_ bytes: UnsafeBufferPointer<UInt8>, isMarkup: Bool) -> String {
        let bytes = PlainLine.trimmed(bytes)
        if PlainLine.endOfRun(bytes, isMarkup: isMarkup) == bytes.count { return String(validUTF8: bytes) }
        if isMarkup {
            var writer = PlainTextWriter(bytes, style: .line)
            return writer.write()
        }
        var output = ByteWriter(capacity: bytes.count)
        PlainLine.append(bytes, to: &output)
        return String(validUTF8: PlainLine.trimmed(output.bytes))
    }
}
