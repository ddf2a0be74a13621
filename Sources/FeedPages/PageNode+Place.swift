import CLibXML2

extension PageNode: Hashable {
    /// Whether both are the same element of the same tree.
    public static func == (one: PageNode, other: PageNode) -> Bool { one.pointer == other.pointer }
    /// Hashes the element's place in memory.
    public func hash(into hasher: inout Hasher) { hasher.combine(pointer) }
}
