/// Addresses that no feed on the public network has. They are IANA's whole special-purpose registries of IPv4 and IPv6
/// (RFC 6890 and its updates), IPv6 addresses that lead to such an IPv4 address, and all IPv6 addresses that IANA has
/// not assigned as global unicast.
public enum SpecialPurpose {
    /// Whether a text, such as `127.0.0.1` or `fe80::1`, is such an address; nil if it is no IP address.
    public static func contains(literal text: String) -> Bool? { IPAddress(text).map(contains) }

    /// Whether an address is private, local or reserved, or leads to an address that is.
    package static func contains(_ address: IPAddress) -> Bool {
        if address.v4 != nil { return v4.contains { $0.contains(address, port: 0) } }
        if let inner = inner(of: address) { return contains(IPAddress(v4: inner)) }
        return !globalUnicast.contains(address, port: 0) || v6.contains { $0.contains(address, port: 0) }
    }

    /// The IPv4 address inside a translated one.
    private static func inner(of address: IPAddress) -> UInt32? {
        if nat64.contains(address, port: 0) { return UInt32(truncatingIfNeeded: address.low) }
        if sixToFour.contains(address, port: 0) { return UInt32(truncatingIfNeeded: address.high >> 16) }
        return nil
    }

    /// RFC 6052 §2.1.
    private static let nat64 = range("64:ff9b::/96")
    /// RFC 3056 §2.
    private static let sixToFour = range("2002::/16")

    /// Global unicast by IANA's "Internet Protocol Version 6 Address Space". The rest is reserved, although private
    /// mesh networks use parts of it.
    private static let globalUnicast = range("2000::/3")

    private static let v4 = [
        "0.0.0.0/8",  // this network (RFC 791)
        "10.0.0.0/8",  // private (RFC 1918)
        "100.64.0.0/10",  // carriers' address translation (RFC 6598)
        "127.0.0.0/8",  // loopback (RFC 1122)
        "169.254.0.0/16",  // link local, clouds' metadata (RFC 3927)
        "172.16.0.0/12",  // private (RFC 1918)
        "192.0.0.0/24",  // protocol assignments (RFC 6890)
        "192.0.2.0/24",  // documentation (RFC 5737)
        "192.31.196.0/24",  // AS112 (RFC 7535)
        "192.52.193.0/24",  // AMT (RFC 7450)
        "192.88.99.0/24",  // 6to4 relays, deprecated (RFC 7526)
        "192.168.0.0/16",  // private (RFC 1918)
        "192.175.48.0/24",  // AS112 (RFC 7534)
        "198.18.0.0/15",  // benchmarking (RFC 2544)
        "198.51.100.0/24",  // documentation (RFC 5737)
        "203.0.113.0/24",  // documentation (RFC 5737)
        "224.0.0.0/4",  // multicast (RFC 5771)
        "240.0.0.0/4",  // reserved, broadcast (RFC 1112)
    ].map(range)

    /// The special ranges within `globalUnicast`. Outside of it lie ::/96 and ::ffff:0:0:0/96 (IPv4 inside),
    /// 64:ff9b:1::/48 (local translation), 100::/64 (discard), 5f00::/16, fc00::/7 (unique local), fe80::/10, fec0::/10
    /// and ff00::/8.
    private static let v6 = [
        "2001::/23",  // protocol assignments, Teredo among them (RFC 2928, RFC 4380)
        "2001:db8::/32",  // documentation (RFC 3849)
        "2620:4f:8000::/48",  // AS112 (RFC 7534)
        "3fff::/20",  // documentation (RFC 9637)
    ].map(range)

    /// A range of the tables above. `AddressRange` can read each of them (a test checks that); a text that it cannot
    /// read would stand for all addresses.
    private static func range(_ text: String) -> AddressRange {
        AddressRange(text) ?? AddressRange(IPAddress(high: 0, low: 0), bits: 0)
    }
}
