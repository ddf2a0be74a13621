package import Glibc

/// An IP address of sixteen bytes; IPv4 as `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2).
package struct IPAddress: Sendable, Hashable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(v4 address: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(address)) }

    /// Reads `10.0.0.1` or `fd00::1` as inet_pton(3) does, without octal numbers or shorthand; nil for any other text.
    package init?(_ text: String) {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr))
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        self.init(v6)
    }

    package init(_ address: in6_addr) {
        self = withUnsafeBytes(of: address) { bytes in
            Self(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// The IPv4 address, or nil if it is IPv6.
    package var v4: UInt32? { high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical spelling of inet_ntop(3); of an IPv4 address four decimal numbers.
    package var description: String {
        if let v4 { return "\(v4 >> 24).\(v4 >> 16 & 255).\(v4 >> 8 & 255).\(v4 & 255)" }
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
            guard let start = room.baseAddress, inet_ntop(AF_INET6, &address, start, 64) != nil else { return "" }
            return String(cString: start)
        }
    }
}

/// The addresses that share their first bits (RFC 4632), on one port or on every port.
package struct AddressRange: Sendable, Hashable {
    private let base: IPAddress
    /// The shared bits of the sixteen bytes: 96 more than an IPv4 range writes.
    private let bits: Int
    private let port: UInt16?

    /// Reads `10.0.0.0/8`, `127.0.0.1/32:8080`, `127.0.0.1`, `fd00::/8`, `[fd00::/8]:443`; nil for any other text.
    package init?(_ text: String) {
        var rest = Substring(text)
        var portText: Substring?
        if rest.first == "[" {
            guard let close = rest.firstIndex(of: "]") else { return nil }
            let tail = rest[rest.index(after: close)...]
            if !tail.isEmpty {
                guard tail.first == ":" else { return nil }
                portText = tail.dropFirst()
            }
            rest = rest[rest.index(after: rest.startIndex)..<close]
        } else if let colon = rest.lastIndex(of: ":"), rest.firstIndex(of: ":") == colon {
            portText = rest[rest.index(after: colon)...]
            rest = rest[..<colon]
        }
        port = portText.flatMap { Self.number($0, most: 65_535) }.flatMap(UInt16.init(exactly:))
        if portText != nil, port == nil || port == 0 { return nil }
        let slash = rest.firstIndex(of: "/")
        guard let address = IPAddress(String(rest[..<(slash ?? rest.endIndex)])) else { return nil }
        let width = rest.contains(":") ? 128 : 32
        guard let length = slash.map({ Self.number(rest[rest.index(after: $0)...], most: width) }) ?? width
        else { return nil }
        base = address
        bits = length + 128 - width
    }

    package init(_ base: IPAddress, bits: Int) {
        self.base = base
        self.bits = bits
        port = nil
    }

    package func contains(_ address: IPAddress, port: UInt16) -> Bool {
        guard self.port == nil || self.port == port else { return false }
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits)) }
        return (address.high ^ base.high) & mask(bits) == 0 && (address.low ^ base.low) & mask(bits - 64) == 0
    }

    private static func number(_ text: Substring, most: Int) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(text), number <= most
        else { return nil }
        return number
    }
}
