/// The engine's one resolver of addresses (RFC 3986), for parsers, redirects and the sanitiser.
///
/// It is as lenient as browsers where the web needs it. It accepts blanks around an address, and line breaks,
/// backslashes and unencoded characters in it.
public enum Address {
    /// Resolves `reference` against `base` to an absolute address (RFC 3986 §5.2), or returns nil.
    ///
    /// It encodes what must be percent-encoded, as UTF-8. Existing `%XX` and the spelling of host names stay. The
    /// result is nil for a relative reference without a base, an invalid host or port, and more than 64 KiB.
    public static func resolve(_ reference: String, against base: String?) -> String? {
        let base = base.flatMap(AddressBase.init)
        var reference = reference
        return reference.withUTF8 { AddressBase.resolve($0, against: base) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the same address in the one spelling that comparing needs (RFC 3986 §6.2.2 and §6.2.3).
    ///
    /// Scheme and host become lower case, `%XX` upper case, an empty path `/`. Unreserved characters are decoded, dot
    /// segments resolved, the default port removed. A text that is no absolute address is returned unchanged.
    public static func normalised(_ url: String) -> String {
        var given = url
        if given.withUTF8(AddressBase.isNormalised) { return url }
        guard let parts = takenApart(url, isNormalised: true) else { return url }
        return parts.address
    }

    /// Takes an absolute address apart; nil if `url` is not one.
    public static func parts(_ url: String) -> AddressParts? { takenApart(url, isNormalised: false) }

    /// Takes an absolute address apart in the spelling of `normalised`; nil if `url` is not one.
    static func normalisedParts(_ url: String) -> AddressParts? { takenApart(url, isNormalised: true) }

    /// Returns the host of an absolute address in lower case, or nil if there is none.
    public static func host(_ url: String) -> String? {
        guard let host = parts(url)?.host, !host.isEmpty else { return nil }
        return host
    }

    /// Whether `url` is an absolute address with `http` or `https`.
    public static func isHTTP(_ url: String) -> Bool {
        var url = url
        if url.withUTF8(AddressBase.isResolved) { return true }
        guard let first = url.utf8.first(where: { $0 > 0x20 }), first | 0x20 == UInt8(ascii: "h") else { return false }
        guard let scheme = parts(url)?.scheme else { return false }
        return scheme == "http" || scheme == "https"
    }

    /// Returns `scheme://host:port` with the default port filled in. Nil without a host, or if the port is not known.
    public static func origin(_ url: String) -> String? {
        guard let parts = parts(url), let host = parts.host, !host.isEmpty,
            let port = parts.port ?? defaultPort(of: parts.scheme)
        else { return nil }
        return "\(parts.scheme)://\(host):\(port)"
    }

    private static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        case "ftp": 21
        default: nil
        }
    }

    private static func takenApart(_ url: String, isNormalised: Bool) -> AddressParts? {
        var url = url
        if !isNormalised, let parts = url.withUTF8(AddressBase.parts(ofResolved:)) { return parts }
        guard let absolute = url.withUTF8({ AddressBase.resolve($0, against: nil) }),
            let reference = AddressReference(absolute, inherited: nil), let scheme = reference.scheme
        else { return nil }
        var parts = AddressParts(scheme: String(decoding: scheme, as: UTF8.self))
        func text(_ range: Range<Int>) -> String {
            guard isNormalised else { return String(decoding: reference.bytes[range], as: UTF8.self) }
            var output: [UInt8] = []
            PercentCoding.appendNormalised(reference.bytes[range], to: &output)
            return String(decoding: output, as: UTF8.self)
        }
        parts.path = text(reference.path)
        parts.query = reference.query.map(text)
        parts.fragment = reference.fragment.map(text)
        guard let range = reference.authority else {
            if isNormalised, parts.path.utf8.first == UInt8(ascii: "/") {
                let path = DotSegments.removed(from: Array(parts.path.utf8)[...])
                parts.path = (path.starts(with: "//".utf8) ? "/." : "") + String(decoding: path, as: UTF8.self)
            }
            return parts
        }
        guard let authority = AddressAuthority(reference.bytes[range], isWeb: AddressReference.isWeb(scheme)) else {
            return nil
        }
        parts.userInfo = authority.userInfo.map { String(decoding: $0, as: UTF8.self) }
        parts.host = String(decoding: authority.plainHost, as: UTF8.self)
        parts.port = authority.port
        guard isNormalised else { return parts }
        if parts.port == defaultPort(of: parts.scheme) { parts.port = nil }
        if parts.path.isEmpty { parts.path = "/" }
        parts.path = String(decoding: DotSegments.removed(from: Array(parts.path.utf8)[...]), as: UTF8.self)
        return parts
    }
}

/// `.` and `..` in paths (RFC 3986 §5.2.4).
enum DotSegments {
    /// Returns the path without them. A path that does not begin with a slash stays as it is.
    static func removed(from path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        guard path.first == slash, hasDotSegment(path) else { return path }
        var output: [UInt8] = []
        output.reserveCapacity(path.count)
        var start = path.startIndex + 1
        while start <= path.endIndex {
            let end = path[start...].firstIndex(of: slash) ?? path.endIndex
            let segment = path[start..<end]
            let isLast = end == path.endIndex
            if segment.elementsEqual(".".utf8) {
                if isLast { output.append(slash) }
            } else if segment.elementsEqual("..".utf8) {
                while let byte = output.popLast(), byte != slash {}
                if isLast { output.append(slash) }
            } else {
                output.append(slash)
                output += segment
            }
            start = end + 1
        }
        return output[...]
    }

    private static func hasDotSegment(_ path: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in path {
            if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
            previous = byte
        }
        return false
    }
}
