import FeedModel

/// Writes addresses that may be followed: absolute, with scheme `http`, `https` or `mailto`. A user name and password
/// before the host are removed, because they can disguise the host.
struct AddressPolicy: Sendable {
    /// The bases of relative addresses.
    struct Bases {
        /// The base of addresses, or nil.
        var base: String?
        /// The base of fragments (`#…`); nil if it equals `base`.
        var page: String?
    }

    private var base: LazyBase
    private var page: LazyBase?
    /// Bytes that resolving may still add. Unlimited, a long base would make thousands of short references explode.
    private var allowance: Int

    /// Creates the policy for markup of `length` bytes.
    init(_ bases: Bases, length: Int) {
        base = LazyBase(bases.base)
        page = bases.page.map(LazyBase.init)
        allowance = 8 * length + LazyBase.longest
    }

    /// Appends `opening`, the address and a quotation mark. Appends nothing and returns false if the address is
    /// refused.
    mutating func append(
        _ address: UnsafeBufferPointer<UInt8>, as opening: ShortName, allowsMail: Bool, to output: inout ByteWriter
    ) -> Bool {
        if AddressBase.isResolved(address) {
            output.append(opening)
            HTMLEscape.append(address, to: &output)
            output.append(UInt8(ascii: "\""))
            return true
        }
        let isFragment = address.first { $0 > 0x20 } == UInt8(ascii: "#")
        let near = isFragment ? page?.value ?? base.value : base.value
        if let origin = near?.origin(before: address) {
            guard spend(origin.count) else { return false }
            output.append(opening)
            origin.withUnsafeBufferPointer { output.append($0) }
            HTMLEscape.append(address, to: &output)
            output.append(UInt8(ascii: "\""))
            return true
        }
        guard let resolved = AddressBase.resolve(address, against: near) else { return false }
        guard spend(max(0, resolved.count - address.count)) else { return false }
        return resolved.withUnsafeBufferPointer { resolved in
            // The first eight bytes in lower case: `https://`, `http://` or `mailto:`.
            let scheme = ShortName(resolved, 0..<min(8, resolved.count)).low
            let isWeb = scheme == 0x2F2F_3A73_7074_7468 || scheme << 8 == 0x2F2F_3A70_7474_6800
            guard isWeb || (allowsMail && scheme << 8 == 0x3A6F_746C_6961_6D00) else { return false }
            let account = isWeb ? AddressBase.userInfo(in: resolved) : 0..<0
            output.append(opening)
            HTMLEscape.append(UnsafeBufferPointer(rebasing: resolved[..<account.lowerBound]), to: &output)
            HTMLEscape.append(UnsafeBufferPointer(rebasing: resolved[account.upperBound...]), to: &output)
            output.append(UInt8(ascii: "\""))
            return true
        }
    }

    /// Takes bytes from what resolving may still add. If they are too many, nothing is resolved from then on.
    private mutating func spend(_ bytes: Int) -> Bool {
        allowance -= bytes
        guard allowance < 0 else { return true }
        base = LazyBase(nil)
        page = nil
        allowance = 0
        return false
    }
}

/// A base address that is parsed at its first use.
private struct LazyBase {
    private let address: String?
    private var isRead = false
    private var read: AddressBase?

    /// Bytes of a base address, at most; a longer one is not used.
    static let longest = 2_048

    init(_ address: String?) { self.address = address.flatMap { $0.utf8.count <= Self.longest ? $0 : nil } }

    var value: AddressBase? {
        mutating get {
            if !isRead {
                read = address.flatMap(AddressBase.init)
                isRead = true
            }
            return read
        }
    }
}
