import Glibc

/// What a symbolic link leads to, and what that leads to, until something is no link.
package struct LinkChain: Sequence, IteratorProtocol {
    /// As many as the kernel follows (path_resolution(7)).
    private static let longest = 40
    private var path: String
    private var left = Self.longest

    /// Begins at a path, which is not among what is given.
    package init(from path: String) { self.path = path }

    /// Where the link at the last path leads; nil at the end.
    package mutating func next() -> String? {
        guard left > 0 else { return nil }
        left -= 1
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length > 0 else { return nil }
        let written = String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        path = written.utf8.first == UInt8(ascii: "/") ? written : PathParts(path).folder + "/" + written
        return path
    }
}
