import CSupervisor
import FeedSystem
import Glibc

/// The files that a confined program may read.
package enum Confinement {
    /// The version of Landlock in this kernel; 0: it has none, and no program can be confined.
    package static var landlockVersion: Int { Int(csupervisor_landlock_version()) }

    private static let system = ["/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/etc"]

    /// Returns the paths that the program may read: the system's folders, and the folders of the program, of the script
    /// in its arguments, and of their interpreters. For a file in a `bin` it is the folder above the `bin`. A folder
    /// that contains the working folder or the user's home is left out, because state and configuration are there; then
    /// only the file is readable. Blocks.
    static func readable(by program: Program, file: String) -> [String] {
        let own = [
            real(program.folder.isEmpty ? currentFolder() : program.folder), program.variables["HOME"].map(real),
        ]
        .compactMap { $0 }
        var paths = system
        let script = program.words.dropFirst().first { !$0.hasPrefix("-") }.map { word in
            word.utf8.first == UInt8(ascii: "/") ? word : program.folder + "/" + word
        }
        var files = [file] + (script.map { [$0] } ?? [])
        // Links are read as well, such as those of a virtual environment.
        files += files.compactMap { interpreter(of: $0, program) }
        for file in files where access(file, F_OK) == 0 {
            paths.append(real(file))
            for folder in [PathParts(file).folder, PathParts(real(file)).folder].map(real) {
                paths.append(folder.hasSuffix("/bin") ? PathParts(folder).folder : folder)
            }
        }
        return paths.filter { path in
            path.utf8.count > 1 && own.allSatisfy { !$0.utf8.elementsEqual(path.utf8) && !isPath($0, below: path) }
        }
    }

    /// The interpreter in a script's first line; for `env` the program that `env` would find. Nil if there is none.
    private static func interpreter(of file: String, _ program: Program) -> String? {
        let words = ProgramFile.firstLine(of: file)?.split(separator: " ").map(String.init) ?? []
        guard let first = words.first else { return nil }
        guard first.hasSuffix("/env"), words.count > 1 else { return first }
        return ProgramFile.path(of: words[1], in: program.folder, searching: program.variables["PATH"])
    }

    private static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
