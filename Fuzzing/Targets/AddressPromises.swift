import FeedModel

/// Any reference is resolved to an address or to none. Resolving an address again, or normalising it again, changes
/// nothing.
enum AddressPromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let reference = String(decoding: parts.first ?? [], as: UTF8.self)
        let base = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "https://example.com/a/b?c#d"
        guard let address = Address.resolve(reference, against: base) else { return nil }
        guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) || $0 >= 0x80 }) else {
            return "a blank or a control in \(address)"
        }
        guard Address.resolve(address, against: base) == address else {
            return "\(address) resolved again is \(Address.resolve(address, against: base) ?? "none")"
        }
        let normalised = Address.normalised(address)
        guard Address.normalised(normalised) == normalised else {
            return "\(normalised) normalised again is \(Address.normalised(normalised))"
        }
        guard let host = Address.host(address), Address.host(normalised) != lowerCase(host) else { return nil }
        return "\(normalised) has another host than \(address)"
    }

    /// The host with lower-case ASCII letters (RFC 3986 §3.2.2); other letters stay.
    private static func lowerCase(_ host: String) -> String {
        String(decoding: host.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
