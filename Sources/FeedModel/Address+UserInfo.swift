import Glibc

extension Address {
    /// A web address without the name and password before its host, or nil if it has none.
    ///
    /// `http://accounts.example.com@evil.test/` leads to `evil.test`; browsers show no more than that.
    package static func withoutUserInfo(_ url: String) -> String? {
        var url = url
        return url.withUTF8 { bytes in
            // The slow way only for what has an `@`, and not in its path.
            guard AddressBase.hasSign(bytes), !AddressBase.isResolved(bytes),
                let resolved = AddressBase.resolve(bytes, against: nil),
                resolved.starts(with: "http:".utf8) || resolved.starts(with: "https:".utf8)
            else { return nil }
            let userInfo = resolved.withUnsafeBufferPointer(AddressBase.userInfo)
            guard !userInfo.isEmpty else { return nil }
            return String(decoding: resolved[..<userInfo.lowerBound] + resolved[userInfo.upperBound...], as: UTF8.self)
        }
    }
}

extension AddressBase {
    /// Where `user:password@` stands in an address that was resolved; empty if it has none.
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
