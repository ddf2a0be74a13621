import FeedSystem
import Glibc

/// How files of this machine look from within the service of `kawaraban systemd --system`: some folders are hidden, and
/// its own user may read only what everybody may. Blocks.
struct SandboxView {
    /// A folder that is to be moved into view, with all that it holds; nil: none.
    var movedFolder: String?

    /// Why the service cannot read a file.
    enum Obstacle: Equatable {
        /// It lies below this folder, of which the service sees nothing.
        case hidden(by: String)
        /// Others may not read this file, or not pass this folder.
        case closed(String, isFolder: Bool)
    }

    /// The folders that `ProtectHome=` and `PrivateTmp=` hide.
    static let homes = ["/home", "/root", "/run/user"]
    private static let hiddenFolders = homes + ["/tmp", "/var/tmp"]

    /// Returns why the service cannot read the file; nil if it can, or if there is none.
    func obstacle(to path: String) -> Obstacle? {
        let real = realPath(path)
        let moved = movedFolder.map(realPath)
        let isMoved = moved.map { isPath(real, below: $0) } ?? false
        if !isMoved, let folder = Self.hiding(real) ?? Self.hiding(path) { return .hidden(by: folder) }
        var parts: [String] = []
        var next = real
        while next != "/", next != ".", !isMoved || next != moved {
            parts.append(next)
            next = PathParts(next).folder
        }
        for part in parts.reversed() {
            var status = stat()
            guard stat(part, &status) == 0 else { return nil }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            // A program that its owner may start is started by others, too.
            let needed = isFolder ? 0o001 : status.st_mode & 0o100 == 0 ? 0o004 : 0o005
            if status.st_mode & mode_t(needed) != mode_t(needed) { return .closed(part, isFolder: isFolder) }
        }
        return nil
    }

    /// Returns the hidden folder above a path, or nil.
    static func hiding(_ path: String) -> String? { hiddenFolders.first { isPath(path, below: $0) } }
}
