import FeedStages
import FeedSystem

/// Keeps feeds, redirects and name servers from reaching into private networks: judges the address of every socket,
/// whichever spelling or name led to it.
public struct AddressGuard: Sendable, Hashable {
    private let allowed: [AddressRange]
    private let allowsRedirects: Bool

    /// Makes a guard that lets through the public network and the ranges of `network.allow`: `10.0.0.0/8`,
    /// `127.0.0.1/32:8080`, `[fd00::/8]:443`. What is no range (see `isRange`) allows nothing.
    ///
    /// The ranges hold for addresses that were configured and for what servers within them redirect to; for what the
    /// public network redirects to only if `allowsRedirects`.
    public init(allowing ranges: [String] = [], allowsRedirects: Bool = false) {
        allowed = ranges.compactMap(AddressRange.init)
        self.allowsRedirects = allowsRedirects
    }

    /// Whether `text` is a range with an optional port.
    public static func isRange(_ text: String) -> Bool { AddressRange(text) != nil }

    /// Whether an address may be connected to; `isLed`: a server of the public network led there, and not the
    /// configuration.
    func permits(_ address: IPAddress, port: UInt16, isLed: Bool = false) -> Bool {
        if !SpecialPurpose.contains(address) { return true }
        return (!isLed || allowsRedirects) && allowed.contains { $0.contains(address, port: port) }
    }
}
