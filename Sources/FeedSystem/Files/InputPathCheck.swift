import Glibc

/// Checks the path of a file that this program obeys or trusts: its configuration, its variables, its secrets.
///
/// A user who can replace a folder or a link of the path can replace the file. So every folder and link up to the root
/// is checked; each must belong to us or to root.
package struct InputPathCheck {
    private let strangers: FileGuard
    /// The most links of a path, as the kernel counts them (path_resolution(7)).
    private static let mostLinks = 40

    /// Makes a check for the user of this process, or for another one in tests.
    package init(strangers: FileGuard = FileGuard()) { self.strangers = strangers }

    /// The fault of the file at `path` or of its path: the first one that gives access to many, else the first one that
    /// gives access to one user. Nil: there is no fault, or no such file. Blocks.
    package func fault(of path: String) -> FileFault? {
        let faults = faults(of: path)
        return faults.first(where: \.letsManyIn) ?? faults.first
    }

    private func faults(of path: String) -> [FileFault] {
        var faults: [FileFault] = []
        var ahead = Self.parts(of: Self.absolute(path))
        var (here, links) = ("/", 0)
        var isShared = check(folder: "/", &faults)
        while let part = ahead.popLast() {
            if part == "." { continue }
            if part == ".." {
                here = PathParts(here).folder
                continue
            }
            let next = here == "/" ? "/" + part : here + "/" + part
            var status = stat()
            guard lstat(next, &status) == 0 else { break }
            switch FileKind(of: status.st_mode) {
            case .link:
                links += 1
                guard links <= Self.mostLinks, let target = Self.target(of: next) else { return faults }
                if !strangers.trusts(status.st_uid) { faults.append(planted(next, status, isShared)) }
                if target.utf8.first == UInt8(ascii: "/") { here = "/" }
                ahead += Self.parts(of: target)
            case .folder:
                here = next
                isShared = check(folder: next, &faults)
            default:
                if !strangers.trusts(status.st_uid) { faults.append(planted(next, status, isShared)) }
                if let writers = strangers.writers(of: status) { faults.append(.writable(by: writers)) }
                return faults
            }
        }
        return faults
    }

    /// Adds the faults of a folder; returns whether others may add files to it.
    private func check(folder: String, _ faults: inout [FileFault]) -> Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        let isForeign = !strangers.trusts(ownerOfFolder: status.st_uid)
        if isForeign || status.st_mode & S_ISVTX == 0 {
            if let writers = strangers.writers(of: status) { faults.append(.folderWritable(folder, by: writers)) }
        }
        if isForeign { faults.append(.folderOwner(folder, status.st_uid)) }
        return strangers.writers(of: status) != nil
    }

    /// The fault of another user's file: planted if others may add files to the folder, else left there by the folder's
    /// owner.
    private func planted(_ path: String, _ status: stat, _ isShared: Bool) -> FileFault {
        isShared ? .planted(status.st_uid) : .owner(status.st_uid)
    }

    private static func absolute(_ path: String) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : currentFolder() + "/" + path
    }

    /// The parts of a path in reverse order.
    private static func parts(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }.reversed()
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
