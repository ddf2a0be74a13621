/// Every secret that was read, so that records can mask them, and the files that they were read from.
///
/// A class, because every section of one reading adds to the same list.
package final class SecretCollection {
    package private(set) var list: [Secret] = []
    /// Paths of files that hold secrets or vouch for servers: none of them is an output.
    package private(set) var files: [String] = []
    /// Whether a program prints one of them.
    package private(set) var namesCommands = false
    package init() {}
    package func add(_ secret: Secret) { list.append(secret) }
    package func noteFile(_ path: String) { files.append(path) }
    package func noteCommand() { namesCommands = true }
}
