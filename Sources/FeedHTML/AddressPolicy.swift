import FeedModel

/// Judges addresses and writes those that readers may follow: absolute, `http`, `https` or `mailto`, and without a name
/// and a password before the host, which would pass one host off as another.
struct AddressPolicy: Sendable {
    /// What relative addresses mean.
    struct Bases {
        /// Of addresses, or nil.
        var base: String?
        /// Of fragments, or nil if that is the same.
        var page: String?
    }

    private var base: LazyBase
    private var page: LazyBase?
    /// Bytes that resolving may still add, so that a long base does not make thousands of short references explode.
    private var allowance: Int

    /// Judges addresses of markup of `length` bytes.
    init(_ bases: Bases, length: Int) {
        base = LazyBase(bases.base)
        page = bases.page.map(LazyBase.init)
        allowance = 8 * length + LazyBase.longest
    }

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
        let isFragment = address.first { $0 > 0x20 } == UInt8(ascii: "#")
        let near = isFragment ? page?.value ?? base.value : base.value
        guard let resolved = AddressBase.resolve(address, against: near) else { return false }
        allowance -= max(0, resolved.count - address.count)
        guard allowance >= 0 else {
            base = LazyBase(nil)
            page = nil
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

/// An address that others are resolved against, read when the first needs it.
private struct LazyBase {
    private let address: String?
    private var isRead = false
    private var read: AddressBase?

    /// Bytes of one that is used.
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
