extension AddressBase {
    /// Whether `address` is an absolute web address that resolving would give back byte for byte.
    ///
    /// Most addresses in feeds are; this costs a look at each byte. False if in doubt.
    package static func isResolved(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        guard address.count <= AddressReference.longest, let start = authorityStart(address) else { return false }
        var index = start
        while index < address.count, table[Int(address[index])] & host != 0 { index += 1 }
        guard index > start else { return false }
        if index < address.count, address[index] == UInt8(ascii: "/") {
            guard let end = pathEnd(address, from: index) else { return false }
            index = end
        }
        if index < address.count, address[index] == UInt8(ascii: "?") {
            index += 1
            while index < address.count, table[Int(address[index])] & query != 0 { index += 1 }
        }
        if index < address.count, address[index] == UInt8(ascii: "#") {
            index += 1
            while index < address.count, table[Int(address[index])] & fragment != 0 { index += 1 }
        }
        return index == address.count
    }

    /// Where the path ends; nil if there is a dot segment in it.
    private static func pathEnd(_ address: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < address.count, table[Int(address[index])] & path != 0 {
            if address[index] == UInt8(ascii: "."), address[index - 1] == UInt8(ascii: "/") { return nil }
            // A dot may be written as %2e, too.
            if address[index] == UInt8(ascii: "%"), address[index - 1] == UInt8(ascii: "/") { return nil }
            index += 1
        }
        return index
    }

    private static func authorityStart(_ address: UnsafeBufferPointer<UInt8>) -> Int? {
        guard address.count > 8, address.starts(with: "http".utf8) else { return nil }
        let colon = address[4] == UInt8(ascii: "s") ? 5 : 4
        guard address[colon] == UInt8(ascii: ":"), address[colon + 1] == UInt8(ascii: "/"),
            address[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        return colon + 3
    }

    // One bit for each part that may hold the byte as it is.
    private static let host: UInt8 = 1
    private static let path: UInt8 = 2
    private static let query: UInt8 = 4
    private static let fragment: UInt8 = 8

    private static let table: [UInt8] = (0..<256).map { number in
        let byte = UInt8(number)
        var bits: UInt8 = 0
        let isName = PercentCoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
        if isName { bits |= host }
        if PercentCoding.isAllowed(byte, in: .path), byte != UInt8(ascii: "?") { bits |= path }
        if PercentCoding.isAllowed(byte, in: .query) { bits |= query }
        if PercentCoding.isAllowed(byte, in: .fragment) { bits |= fragment }
        return bits
    }
}
