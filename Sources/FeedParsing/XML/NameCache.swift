/// Resolves the names of elements and attributes once for each pointer in libxml2's dictionary.
///
/// The cache is direct-mapped with a fixed size: each collision costs one table look-up.
struct NameCache {
    private struct Element {
        var local: UnsafePointer<UInt8>?
        var uri: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var name = ElementName.other
    }
    private struct Attribute {
        var local: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var name = AttributeName.other
    }

    private static let size = 256
    private var elements = [Element](repeating: Element(), count: size)
    private var namespaces: [(prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?, namespace: XMLNamespace)] = []
    private var attributes = [Attribute](repeating: Attribute(), count: size)

    mutating func element(
        _ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
    ) -> ElementName {
        let slot = Self.slot(local, uri)
        let found = elements[slot]
        if found.local == local, found.uri == uri, found.prefix == prefix { return found.name }
        let name = ElementName(namespace(prefix, uri), Self.text(local))
        elements[slot] = Element(local: local, uri: uri, prefix: prefix, name: name)
        return name
    }

    mutating func namespace(_ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?) -> XMLNamespace {
        for known in namespaces where known.uri == uri && known.prefix == prefix { return known.namespace }
        let found = XMLNamespace(uri: uri.map(Self.text), prefix: prefix.map(Self.text))
        if namespaces.count < 32 { namespaces.append((prefix, uri, found)) }
        return found
    }

    /// Resolves the root element by its local name alone: `rss` and `feed` in any namespace, and `other`. From a feed's
    /// root on, all elements with the root's namespace and prefix are resolved as `core`.
    mutating func root(
        _ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
    ) -> ElementName {
        let name = ElementName(.core, Self.text(local))
        guard name == .rss || name == .feed else { return .other }
        namespaces = [(prefix, uri, .core)]
        elements = [Element](repeating: Element(), count: Self.size)
        return name
    }

    mutating func attribute(_ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?) -> AttributeName {
        let slot = Self.slot(local, prefix)
        let found = attributes[slot]
        if found.local == local, found.prefix == prefix { return found.name }
        let name = AttributeName(Self.text(local))
        attributes[slot] = Attribute(local: local, prefix: prefix, name: name)
        return name
    }

    static func text(_ pointer: UnsafePointer<UInt8>) -> String { String(cString: pointer) }

    private static func slot(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>?) -> Int {
        let mixed = UInt(bitPattern: first) &* 0x9E37_79B9_7F4A_7C15 ^ UInt(bitPattern: second) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(mixed >> 32) & (size - 1)
    }
}
