import FeedConfiguration
import FeedSystem

/// The credentials that a configuration asks for: `{ credential: NAME }`.
enum CredentialNames {
    /// Returns the names in the file, sorted, without those that are `optional`: systemd starts no service that lacks a
    /// credential. A file that cannot be read has none. Blocks.
    static func inFile(_ path: String) -> [String] {
        guard case .success(let file) = SmallFile.read(path, limit: YAMLReader.maxLength),
            let root = YAMLReader.read(file.bytes, file: path, into: Diagnostics())
        else { return [] }
        var names: Set<String> = []
        collect(from: root, into: &names)
        return names.sorted()
    }

    private static func isOptional(_ node: Node) -> Bool {
        ["true", "yes", "on"].contains(node["optional"]?.scalar?.lowercased())
    }

    private static func collect(from node: Node, into names: inout Set<String>) {
        if let name = node["credential"]?.scalar, UnitFiles.isName(name), !isOptional(node) { names.insert(name) }
        for pair in node.map ?? [] { collect(from: pair.value, into: &names) }
        for item in node.list ?? [] { collect(from: item, into: &names) }
    }
}
