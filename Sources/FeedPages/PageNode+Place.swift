import CLibXML2

extension PageNode: Hashable {
    /// The same element of the same tree.
    public static func == (one: PageNode, other: PageNode) -> Bool { one.pointer == other.pointer }
    /// By its place.
    public func hash(into hasher: inout Hasher) { hasher.combine(pointer) }
}
