extension AddressBase {
    /// Whether `address` is an absolute web address that resolving would return byte for byte.
    ///
    /// Most addresses in feeds are. The check looks once at each byte. In doubt it returns false.
    package static func isResolved(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        guard address.count <= AddressReference.longest, let start = authorityStart(address) else { return false }
        return table.withUnsafeBufferPointer { table in isResolved(address, from: start, table) }
    }

    /// Whether `reference` is a path from the root of a site, perhaps with a query and a fragment, that resolving would
    /// append to the site's origin byte for byte. In doubt it returns false.
    static func isResolvedPath(_ reference: UnsafeBufferPointer<UInt8>) -> Bool {
        guard reference.first == UInt8(ascii: "/"), reference.count <= AddressReference.longest,
            reference.count == 1 || reference[1] != UInt8(ascii: "/")
        else { return false }
        return table.withUnsafeBufferPointer { table in isResolved(reference, behindHost: 0, table) }
    }

    private static func isResolved(
        _ address: UnsafeBufferPointer<UInt8>, from start: Int, _ table: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var index = start
        while index < address.count, table[Int(address[index])] & host != 0 { index += 1 }
        guard index > start, let behindPort = Self.end(ofPortAt: index, in: address) else { return false }
        return isResolved(address, behindHost: behindPort, table)
    }

    private static func isResolved(
        _ address: UnsafeBufferPointer<UInt8>, behindHost start: Int, _ table: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        func end(of part: UInt8, from start: Int) -> Int {
            var index = start
            while index < address.count, table[Int(address[index])] & part != 0 { index += 1 }
            return index
        }
        var index = start
        if index < address.count, address[index] == UInt8(ascii: "/") {
            // A segment that begins with a dot, or with `%2e` for a dot, may be a dot segment.
            repeat {
                index = end(of: segment, from: index + 1)
                let isDot = index < address.count && (address[index] == 0x2E || address[index] == 0x25)
                if isDot, address[index - 1] == UInt8(ascii: "/") { return false }
                if isDot { index = end(of: path, from: index) }
            } while index < address.count && address[index] == UInt8(ascii: "/")
        }
        if index < address.count, address[index] == UInt8(ascii: "?") { index = end(of: query, from: index + 1) }
        if index < address.count, address[index] == UInt8(ascii: "#") { index = end(of: fragment, from: index + 1) }
        return index == address.count
    }

    /// Takes an address apart for which `isResolved` is true; nil for any other.
    static func parts(ofResolved address: UnsafeBufferPointer<UInt8>) -> AddressParts? {
        guard isResolved(address), let start = authorityStart(address) else { return nil }
        func end(of part: Int, _ isEnd: (UInt8) -> Bool) -> Int {
            address[part...].firstIndex(where: isEnd) ?? address.count
        }
        func text(_ range: Range<Int>) -> String {
            String(decoding: UnsafeBufferPointer(rebasing: address[range]), as: UTF8.self)
        }
        let path = end(of: start) { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let query = end(of: path) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let fragment = end(of: query) { $0 == UInt8(ascii: "#") }
        let host = min(path, end(of: start) { $0 == UInt8(ascii: ":") })
        var parts = AddressParts(
            scheme: address[4] == UInt8(ascii: "s") ? "https" : "http", host: text(start..<host).lowercased(),
            path: text(path..<query))
        if host < path { parts.port = Int(text(host + 1..<path)) }
        if query < fragment { parts.query = text(query + 1..<fragment) }
        if fragment < address.count { parts.fragment = text(fragment + 1..<address.count) }
        return parts
    }

    /// Whether `address` is an absolute web address that `Address.normalised` would return byte for byte. In doubt it
    /// returns false.
    package static func isNormalised(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isResolved(address), let start = authorityStart(address) else { return false }
        var index = start
        while index < address.count, address[index] != UInt8(ascii: "/") {
            let byte = address[index]
            if byte == UInt8(ascii: ":") {
                guard let end = end(ofPortAt: index, in: address), !isDefaultPort(index + 1..<end, in: address) else {
                    return false
                }
                index = end
                continue
            }
            let isUpperCase = byte &- UInt8(ascii: "A") < 26
            guard !isUpperCase, byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") else { return false }
            index += 1
        }
        return index < address.count && !address[index...].contains(UInt8(ascii: "%"))
    }

    /// Whether the digits of a port are those of the address's scheme, which a normalised address leaves out.
    private static func isDefaultPort(_ digits: Range<Int>, in address: UnsafeBufferPointer<UInt8>) -> Bool {
        address[digits].elementsEqual((address[4] == UInt8(ascii: "s") ? "443" : "80").utf8)
    }

    /// Returns where a port ends that begins at a place; the place itself if there is none. Nil for a port that
    /// resolving would refuse or spell otherwise.
    private static func end(ofPortAt place: Int, in address: UnsafeBufferPointer<UInt8>) -> Int? {
        guard place < address.count, address[place] == UInt8(ascii: ":") else { return place }
        var index = place + 1
        var port = 0
        while index < address.count, address[index] &- UInt8(ascii: "0") < 10, index <= place + 5 {
            port = port * 10 + Int(address[index] - UInt8(ascii: "0"))
            index += 1
        }
        guard index > place + 1, address[place + 1] != UInt8(ascii: "0"), port <= 65_535 else { return nil }
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

    // One bit for each part of an address that may hold the byte unencoded.
    private static let host: UInt8 = 1
    private static let path: UInt8 = 2
    private static let query: UInt8 = 4
    private static let fragment: UInt8 = 8
    /// The bytes of `path` except `.` and `%`.
    private static let segment: UInt8 = 16

    private static let table: [UInt8] = (0..<256).map { number in
        let byte = UInt8(number)
        var bits: UInt8 = 0
        let isName = PercentCoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
        if isName { bits |= host }
        if PercentCoding.isAllowed(byte, in: .path), byte != UInt8(ascii: "?"), byte != UInt8(ascii: "/") {
            bits |= byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") ? path : path | segment
        }
        if PercentCoding.isAllowed(byte, in: .query) { bits |= query }
        if PercentCoding.isAllowed(byte, in: .fragment) { bits |= fragment }
        return bits
    }
}
