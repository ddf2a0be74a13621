import Glibc

/// The way to a file that this program obeys or believes: its configuration, its variables, its secrets.
///
/// Who can put another folder or link on the way can put another file at its end, so every folder and link is looked
/// at, up to the root; each step must belong to us or to root.
package struct InputPathCheck {
    private let strangers: FileGuard
    /// Links that a path may lead over, as the kernel counts them (path_resolution(7)).
    private static let mostLinks = 40

    /// Makes one for the user of this process, or for another in tests.
    package init(strangers: FileGuard = FileGuard()) { self.strangers = strangers }

    /// What is wrong with the file at `path` or the way there: the first fault that lets many in, else the first that
    /// lets one user in. Nil: nothing, or no such file. Blocks.
    package func fault(of path: String) -> FileFault? {
        let faults = faults(of: path)
        return faults.first(where: \.letsManyIn) ?? faults.first
    }

    private func faults(of path: String) -> [FileFault] {
        var faults: [FileFault] = []
        var ahead = Self.parts(of: Self.absolute(path))
        var (here, links) = ("/", 0)
        var isShared = look(at: "/", &faults)
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
                isShared = look(at: next, &faults)
            default:
                if !strangers.trusts(status.st_uid) { faults.append(planted(next, status, isShared)) }
                if let writers = strangers.writers(of: status) { faults.append(.writable(by: writers)) }
                return faults
            }
        }
        return faults
    }

    /// Adds what is wrong with a folder; gives whether everybody may add files to it.
    private func look(at folder: String, _ faults: inout [FileFault]) -> Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        let isForeign = !strangers.trusts(ownerOfFolder: status.st_uid)
        if isForeign || status.st_mode & S_ISVTX == 0 {
            if let writers = strangers.writers(of: status) { faults.append(.folderWritable(folder, by: writers)) }
        }
        if isForeign { faults.append(.folderOwner(folder, status.st_uid)) }
        return strangers.writers(of: status) != nil
    }

    /// A file of another user: planted where everybody may add files, else put there by the one whose folder it is.
    private func planted(_ path: String, _ status: stat, _ isShared: Bool) -> FileFault {
        isShared ? .planted(status.st_uid) : .owner(status.st_uid)
    }

    private static func absolute(_ path: String) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : currentFolder() + "/" + path
    }

    /// The parts of a path, the first one last.
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
