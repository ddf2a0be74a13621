import FeedModel

/// Judges addresses and writes those that readers may follow: absolute, `http`, `https` or `mailto`, and without a name
/// and a password before the host, which would pass one host off as another.
struct AddressPolicy: Sendable {
    private let baseAddress: String?
    private var base: AddressBase?
    private var hasReadBase = false
    /// Bytes that resolving may still add, so that a long base does not make thousands of short references explode.
    private var allowance: Int

    /// Judges addresses of markup of `length` bytes.
    init(base: String?, length: Int) {
        baseAddress = base.flatMap { $0.utf8.count <= Self.longestBase ? $0 : nil }
        allowance = 8 * length + Self.longestBase
    }

    private static let longestBase = 2_048

    /// Appends `opening`, the address and a quotation mark; nothing and false if the address is refused.
    mutating func append(
        _ address: UnsafeBufferPointer<UInt8>, as opening: ShortName, allowsMail: Bool, to output: inout ByteWriter
    ) -> Bool {
        if AddressBase.isResolved(address) {
            output.append(opening)
            HTMLEscape.append(address, to: &output)
            output.append(UInt8(ascii: "\""))
            return true
        }
        if !hasReadBase {
            base = baseAddress.flatMap(AddressBase.init)
            hasReadBase = true
        }
        guard let resolved = AddressBase.resolve(address, against: base) else { return false }
        allowance -= max(0, resolved.count - address.count)
        guard allowance >= 0 else {
            base = nil
            allowance = 0
            return false
        }
        return resolved.withUnsafeBufferPointer { resolved in
            // The scheme in the first eight bytes, in lower case: `https://`, `http://` or `mailto:`.
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
}
