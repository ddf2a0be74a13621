import Glibc

/// The user namespace of this process (user_namespaces(7)): in one that knows not every user, files of the others seem
/// to belong to one number, root's among them.
enum UserNamespace {
    /// The number of those that are not known (proc(5) §/proc/sys/kernel/overflowuid), users and groups alike.
    private static let unknown: UInt32 = 65534

    /// Whether a number may stand for root's, because root is not known here.
    static func hides(_ user: uid_t) -> Bool { user == unknown && isPart("/proc/self/uid_map") }

    /// Whether a number may stand for any group that is not known here.
    static func hides(group: gid_t) -> Bool { group == unknown && isPart("/proc/self/gid_map") }

    /// Whether a map leaves numbers out.
    private static func isPart(_ file: String) -> Bool {
        guard case .success(let map) = SmallFile.read(file, limit: 4096) else { return false }
        // A map of all 2³² - 1 numbers hides none.
        let words = map.bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        return words.last.map { !$0.elementsEqual("4294967295".utf8) } ?? false
    }
}
