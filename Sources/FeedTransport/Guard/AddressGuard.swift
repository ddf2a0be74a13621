/// Keeps feeds, redirects and name servers from reaching into private networks: judges the address of every socket,
/// whichever spelling or name led to it.
public struct AddressGuard: Sendable, Hashable {
    private let allowed: [AddressRange]

    /// Makes a guard that lets through the public network and the ranges of `network.allow`: `10.0.0.0/8`,
    /// `127.0.0.1/32:8080`, `[fd00::/8]:443`. What is no range (see `isRange`) allows nothing.
    public init(allowing ranges: [String] = []) { allowed = ranges.compactMap(AddressRange.init) }

    /// Whether `text` is a range with an optional port.
    public static func isRange(_ text: String) -> Bool { AddressRange(text) != nil }

    func permits(_ address: IPAddress, port: UInt16) -> Bool {
        !SpecialPurpose.contains(address) || allowed.contains { $0.contains(address, port: port) }
    }
}
