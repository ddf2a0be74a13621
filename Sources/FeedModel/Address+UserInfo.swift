import Glibc

extension Address {
    /// Returns a web address without the user name and password before its host, or nil if it has none.
    ///
    /// The address `http://accounts.example.com@evil.test/` leads to `evil.test`. Browsers show only that host, too.
    package static func withoutUserInfo(_ url: String) -> String? {
        var url = url
        return url.withUTF8 { bytes in
            // The slow way is only for an `@` that may stand before the host. A resolved address has none there.
            guard AddressBase.hasSign(bytes), !AddressBase.isResolved(bytes) else { return nil }
            guard let resolved = AddressBase.resolve(bytes, against: nil) else { return withoutUserInfo(bytes) }
            guard resolved.starts(with: "http:".utf8) || resolved.starts(with: "https:".utf8) else { return nil }
            let userInfo = resolved.withUnsafeBufferPointer(AddressBase.userInfo)
            guard !userInfo.isEmpty else { return nil }
            return String(decoding: resolved[..<userInfo.lowerBound] + resolved[userInfo.upperBound...], as: UTF8.self)
        }
    }

    /// Does the same for a text that `resolve` rejects. Browsers accept more, and resolve `//host/` against their page.
    private static func withoutUserInfo(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        for base in [nil, Array("https".utf8)] {
            guard let reference = AddressReference(bytes, inherited: base, longest: .max),
                let scheme = reference.scheme ?? base, scheme.starts(with: "http".utf8), AddressReference.isWeb(scheme),
                let authority = reference.authority,
                let sign = reference.bytes[authority].lastIndex(of: UInt8(ascii: "@"))
            else { continue }
            return String(
                decoding: reference.bytes[..<authority.lowerBound] + reference.bytes[(sign + 1)...], as: UTF8.self)
        }
        return nil
    }
}

extension AddressBase {
    /// Returns the range of `user:password@` in a resolved address; empty if it has none.
    package static func userInfo(in address: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        guard hasSign(address), let slash = address.firstIndex(of: UInt8(ascii: "/")) else { return 0..<0 }
        let authority = address[(slash + 2)...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        guard let sign = authority.lastIndex(of: UInt8(ascii: "@")) else { return 0..<0 }
        return slash + 2..<sign + 1
    }

    fileprivate static func hasSign(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        address.baseAddress.map { memchr($0, Int32(UInt8(ascii: "@")), address.count) != nil } ?? false
    }
}
