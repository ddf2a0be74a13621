import CLibXML2

/// Tables from codes to characters, read once from the C library's converters. With them our own decoders can
/// tell errors from characters by the Encoding Standard's rules.
enum CodeTable {
    /// The UTF-16 units of `codes`, each `width` bytes long, in `encoding`; 0 for an unknown code.
    static func units(of codes: [UInt8], width: Int, in encoding: String) -> [UInt16] {
        var units = [UInt16](repeating: 0, count: codes.count / width)
        guard let converter = iconv_open("UTF-16LE", encoding), Int(bitPattern: converter) != -1 else { return units }
        defer { iconv_close(converter) }
        units.withUnsafeMutableBytes { room in
            // iconv takes its input as mutable, but does not write to it.
            codes.withUnsafeBytes { fill(room, from: UnsafeMutableRawBufferPointer(mutating: $0), width, converter) }
        }
        return units
    }

    private static func fill(
        _ room: UnsafeMutableRawBufferPointer, from codes: UnsafeMutableRawBufferPointer, _ width: Int,
        _ converter: iconv_t
    ) {
        var index = 0
        // Converters of single bytes may hold one byte back to combine it with the next.
        let longest = width == 1 ? 1 : codes.count
        while index < codes.count {
            let taken = convert(codes[index...].prefix(longest), to: room[(index / width * 2)...], converter)
            index += taken == 0 ? width : taken
        }
    }

    /// Converts up to the first unknown code. Returns the number of bytes read.
    private static func convert(
        _ codes: Slice<UnsafeMutableRawBufferPointer>, to room: Slice<UnsafeMutableRawBufferPointer>,
        _ converter: iconv_t
    ) -> Int {
        var source = UnsafeMutableRawBufferPointer(rebasing: codes).baseAddress?.assumingMemoryBound(to: CChar.self)
        var sourceLeft = codes.count
        var target = UnsafeMutableRawBufferPointer(rebasing: room).baseAddress?.assumingMemoryBound(to: CChar.self)
        var targetLeft = room.count
        iconv(converter, &source, &sourceLeft, &target, &targetLeft)
        iconv(converter, nil, nil, &target, &targetLeft)
        return codes.count - sourceLeft
    }
}
