/// Repairs UTF-8. Surrogate pairs become one character, stray bytes of windows-1252 become their characters,
/// and every other error becomes one U+FFFD.
struct UTF8Repair {
    private(set) var decoded = DecodedBytes(utf8: [], replaced: 0)
    /// Characters that were written as two surrogates.
    private(set) var joined = 0
    /// Bytes that were read as windows-1252.
    private(set) var strays = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let isLatin = UTF8Shape(bytes).isLatin
        var (joined, strays) = (0, 0)
        decoded = UTF8Output.collect(from: bytes.count) { output in
            var index = output.copyASCII(bytes, from: 0)
            // A stray byte behind a long character may be the rest of another one.
            var mayBeStray = isLatin
            while index < bytes.count {
                let sequence = UTF8Shape.sequence(bytes, at: index)
                var end = index + sequence.length
                if sequence.isCharacter {
                    for place in index..<end { output.put(bytes[place]) }
                    mayBeStray = isLatin && sequence.length == 2
                } else if let scalar = UTF8Shape.surrogatePair(bytes, at: index) {
                    output.put(scalar)
                    joined += 1
                    end = index + 6
                    mayBeStray = false
                } else if mayBeStray, sequence.length == 1, end < bytes.count,
                    let meant = WindowsCharacter.meant(byByte: bytes[index])
                {
                    output.put(meant)
                    strays += 1
                } else {
                    output.putReplacement()
                    mayBeStray = false
                }
                index = output.copyASCII(bytes, from: end)
                if index > end { mayBeStray = isLatin }
            }
        }
        (self.joined, self.strays) = (joined, strays)
    }
}
