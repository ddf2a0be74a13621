import FeedStages

/// Keeps feeds, redirects and name servers from reaching into private networks: judges the address of every socket,
/// whichever spelling or name led to it.
public struct AddressGuard: Sendable, Hashable {
    private let allowed: [AddressRange]

    /// Makes a guard that lets through the public network and the ranges of `network.allow`: `10.0.0.0/8`,
    /// `127.0.0.1/32:8080`, `[fd00::/8]:443`. What is no range (see `isRange`) allows nothing.
    public init(allowing ranges: [String] = []) { allowed = ranges.compactMap(AddressRange.init) }

    /// Whether `text` is a range with an optional port.
    public static func isRange(_ text: String) -> Bool { AddressRange(text) != nil }

    /// The address that a host's name is by itself, in whatever spelling the resolver understands, and that is not
    /// permitted; for targets behind a proxy, whose sockets nobody here sees.
    func refusedLiteral(host: String, port: UInt16) -> IPAddress? {
        let name = host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
        let isLocal = name == "localhost" || name.hasSuffix(".localhost")  // RFC 6761 §6.3
        let literal = isLocal ? IPAddress(v4: 0x7F00_0001) : IPAddress(literal: name)
        return literal.flatMap { permits($0, port: port) ? nil : $0 }
    }

    func permits(_ address: IPAddress, port: UInt16) -> Bool {
        !SpecialPurpose.contains(address) || allowed.contains { $0.contains(address, port: port) }
    }
}
