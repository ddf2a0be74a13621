/// An absolute address that many references are resolved against (RFC 3986 §5.2).
///
/// This is a class so that it is not copied, field by field, for each of them.
package final class AddressBase: Sendable {
    private let scheme: [UInt8]
    private let isWeb: Bool
    /// The authority without its slashes; empty if the address has none.
    private let authority: [UInt8]
    private let hasAuthority: Bool
    private let path: [UInt8]
    private let query: [UInt8]?
    /// Scheme and host of a web address, if resolving writes them as they are; else nil.
    private let origin: [UInt8]?

    /// Reads an absolute address; nil if it is not one.
    package init?(_ address: String) {
        var address = address
        guard let resolved = address.withUTF8({ Self.resolve($0, against: nil) }),
            let reference = AddressReference(resolved, inherited: nil), let scheme = reference.scheme
        else { return nil }
        self.scheme = scheme
        isWeb = AddressReference.isWeb(scheme)
        hasAuthority = reference.authority != nil
        authority = reference.authority.map { Array(reference.bytes[$0]) } ?? []
        path = Array(reference.bytes[reference.path])
        query = reference.query.map { Array(reference.bytes[$0]) }
        let isWritten = resolved.withUnsafeBufferPointer(Self.isResolved)
        origin = isWritten ? reference.authority.map { Array(resolved[..<$0.upperBound]) } : nil
    }

    /// Resolves `reference` against `base` to an absolute address, or returns nil, as `Address.resolve` does.
    package static func resolve(_ reference: UnsafeBufferPointer<UInt8>, against base: AddressBase?) -> [UInt8]? {
        if isResolved(reference) { return Array(reference) }
        if let origin = base?.origin(before: reference) { return origin + reference }
        guard let reference = AddressReference(reference, inherited: base?.scheme) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(reference.bytes.count + 64)
        if let scheme = reference.scheme {
            guard append(absolute: reference, scheme: scheme, to: &output) else { return nil }
        } else if let base {
            guard base.append(relative: reference, to: &output) else { return nil }
        } else {
            return nil
        }
        if let fragment = reference.fragment {
            output.append(UInt8(ascii: "#"))
            PercentCoding.append(reference.bytes[fragment], encodedFor: .fragment, to: &output)
        }
        return output.count <= AddressReference.longest ? output : nil
    }

    private static func append(absolute reference: AddressReference, scheme: [UInt8], to output: inout [UInt8]) -> Bool
    {
        output += scheme
        output.append(UInt8(ascii: ":"))
        let path = reference.bytes[reference.path]
        if let authority = reference.authority {
            guard append(authority: reference.bytes[authority], isWeb: AddressReference.isWeb(scheme), to: &output)
            else { return false }
            append(path: path, to: &output)
        } else if path.first == UInt8(ascii: "/") {
            append(rootedPath: path, to: &output)
        } else {
            PercentCoding.append(path, encodedFor: .opaque, to: &output)
        }
        if let query = reference.query { append(query: reference.bytes[query], to: &output) }
        return true
    }

    /// Returns scheme and host of the base if resolving `reference` against it only puts these before it, byte for byte;
    /// else nil. They are letters, digits and `:/.-_`.
    package func origin(before reference: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let origin, Self.isResolvedPath(reference), origin.count + reference.count <= AddressReference.longest
        else { return nil }
        return origin
    }

    private func append(relative reference: AddressReference, to output: inout [UInt8]) -> Bool {
        let given = reference.bytes[reference.path]
        let isHierarchical = hasAuthority || path.first == UInt8(ascii: "/")
        let isSameDocument = given.isEmpty && reference.query == nil && reference.authority == nil
        guard isHierarchical || isSameDocument else { return false }
        output += scheme
        output.append(UInt8(ascii: ":"))
        if let authority = reference.authority {
            guard Self.append(authority: reference.bytes[authority], isWeb: isWeb, to: &output) else { return false }
            Self.append(path: given, to: &output)
        } else {
            if hasAuthority { output += [UInt8(ascii: "/"), UInt8(ascii: "/")] + authority }
            if given.isEmpty {
                output += path
            } else {
                let isRooted = given.first == UInt8(ascii: "/")
                let folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? [UInt8(ascii: "/")]
                let merged = isRooted ? given : folder + given
                if hasAuthority {
                    Self.append(path: merged, to: &output)
                } else {
                    Self.append(rootedPath: merged, to: &output)
                }
            }
        }
        if let query = reference.query {
            Self.append(query: reference.bytes[query], to: &output)
        } else if isSameDocument, let query {
            output.append(UInt8(ascii: "?"))
            output += query
        }
        return true
    }

    private static func append(authority: ArraySlice<UInt8>, isWeb: Bool, to output: inout [UInt8]) -> Bool {
        guard let parts = AddressAuthority(authority, isWeb: isWeb) else { return false }
        output += [UInt8(ascii: "/"), UInt8(ascii: "/")]
        if let userInfo = parts.userInfo {
            PercentCoding.append(userInfo, encodedFor: .userInfo, to: &output)
            output.append(UInt8(ascii: "@"))
        }
        output += parts.host
        if let port = parts.port {
            output.append(UInt8(ascii: ":"))
            output += Array(String(port).utf8)
        }
        return true
    }

    private static func append(query: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "?"))
        PercentCoding.append(query, encodedFor: .query, to: &output)
    }

    private static func append(path: ArraySlice<UInt8>, to output: inout [UInt8]) {
        PercentCoding.append(DotSegments.removed(from: path), encodedFor: .path, to: &output)
    }

    /// Appends a path without an authority before it. `/.` before a leading `//` keeps it a path (WHATWG URL §4.5).
    private static func append(rootedPath path: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let path = DotSegments.removed(from: path)
        if path.starts(with: "//".utf8) { output += Array("/.".utf8) }
        PercentCoding.append(path, encodedFor: .path, to: &output)
    }
}
