extension HTMLText {
    /// Returns a title or a name on one line, from bytes that must be valid UTF-8; empty if nothing is left.
    ///
    /// Text that needs no change costs one scan and one copy.
    ///
    /// - Parameter isMarkup: whether tags are removed and character references decoded once.
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

    /// Like `line(_:isMarkup:)` for bytes. A text that needs no change is returned as it is.
    package static func line(_ text: String, isMarkup: Bool) -> String {
        var copy = text
        let changed = copy.withUTF8 { bytes -> String? in
            let line = PlainLine.trimmed(bytes)
            let isLine = line.count == bytes.count && PlainLine.endOfRun(line, isMarkup: isMarkup) == line.count
            return isLine ? nil : self.line(bytes, isMarkup: isMarkup)
        }
        return changed ?? text
    }
}
