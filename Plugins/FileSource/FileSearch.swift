import FeedStages
import Glibc

/// A file that was found by a path or pattern.
struct FoundFile: Sendable, Hashable {
    /// The path as text: relative to the configuration's folder if the path or pattern is relative (also with `../`) or
    /// begins with that folder, else absolute. If it is not UTF-8, bytes over 0x7F are written like `\xE3`. `-` is
    /// standard input.
    let key: String
    /// The path to open, as bytes, because names need not be UTF-8. Empty for standard input.
    let path: [UInt8]
}

/// Finds files by paths and patterns. Blocks.
struct FileSearch {
    /// The most files of one pattern.
    static let maxFiles = 10_000
    /// The most names that a search reads.
    static let maxNames = 1_000_000
    /// The most levels of folders below `**`.
    static let maxDepth = 32

    /// The found files in the order of paths and patterns, without duplicates. Files of one pattern are sorted by
    /// bytes.
    private(set) var files: [FoundFile] = []
    private let folder: String
    private var keys: Set<String> = []
    private var seenNames = 0

    /// Makes a search that starts in `folder`.
    init(in folder: String) { self.folder = folder }

    /// Adds the files of a path or pattern. Throws `.tooLarge` if there are more files or names than the limits allow.
    mutating func add(_ pattern: String) throws(StageError) {
        if pattern == "-" { return keep([FoundFile(key: "-", path: [])]) }
        let prefix = folder + "/"
        let relative =
            pattern.utf8.starts(with: prefix.utf8) ? pattern.utf8.dropFirst(prefix.utf8.count) : pattern.utf8[...]
        let segments = relative.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        let root: [UInt8] = relative.first == UInt8(ascii: "/") ? [UInt8(ascii: "/")] : []
        let literal = root + segments.map(Array.init).joined(separator: [UInt8(ascii: "/")])
        guard segments.contains(where: FilePattern.isPattern), kind(of: literal, followsLinks: true) == .nothing else {
            return keep([file(literal)])
        }
        let paths = try search(segments, from: root, pattern)
        keep(paths.sorted { $0.lexicographicallyPrecedes($1) }.map(file))
    }

    private mutating func keep(_ found: [FoundFile]) {
        for file in found where keys.insert(file.key).inserted { files.append(file) }
    }

    /// Walks folders with a list of open tasks instead of recursion.
    private mutating func search(
        _ segments: [Substring.UTF8View], from root: [UInt8], _ pattern: String
    ) throws(StageError) -> Set<[UInt8]> {
        var matches: Set<[UInt8]> = []
        var open: [(path: [UInt8], next: Int, depth: Int)] = [(root, 0, 0)]
        while let (path, next, depth) = open.popLast() {
            let isLast = next == segments.count - 1
            let segment = segments[next]
            if segment.elementsEqual("**".utf8) {
                // `**` also matches no folder at all. At the end of a pattern it matches every file below.
                if !isLast { open.append((path, next + 1, depth)) }
                for name in try names(in: path, pattern) where name.first != UInt8(ascii: ".") {
                    let below = joined(path, name)
                    switch kind(of: below, followsLinks: false) {
                    case .folder: if depth < Self.maxDepth { open.append((below, next, depth + 1)) }
                    case .file, .other: if isLast { matches.insert(below) }
                    case .nothing: break
                    }
                }
            } else if FilePattern.isPattern(segment) {
                let wanted = FilePattern(segment)
                for name in try names(in: path, pattern) where wanted.matches(name) {
                    let below = joined(path, name)
                    if isLast { matches.insert(below) } else { open.append((below, next + 1, depth)) }
                }
            } else {
                let below = joined(path, Array(segment))
                if !isLast {
                    open.append((below, next + 1, depth))
                } else if kind(of: below, followsLinks: true) != .nothing {
                    matches.insert(below)
                }
            }
            guard matches.count <= Self.maxFiles else { throw tooMany(pattern, "\(Self.maxFiles) files") }
        }
        return matches.filter { kind(of: $0, followsLinks: true) != .folder }
    }

    private func tooMany(_ pattern: String, _ limit: String) -> StageError {
        StageError(.tooLarge, subject: pattern, facts: [.limit: limit, .option: "path"])
    }

    /// The names in a folder; empty if it cannot be read or is no folder.
    private mutating func names(in path: [UInt8], _ pattern: String) throws(StageError) -> [[UInt8]] {
        guard let stream = opendir(terminated(path)) else { return [] }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            seenNames += 1
            guard seenNames <= Self.maxNames else { throw tooMany(pattern, "\(Self.maxNames) names") }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
            if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
        }
        return names
    }

    private enum Kind { case folder, file, other, nothing }

    private func kind(of path: [UInt8], followsLinks: Bool) -> Kind {
        var status = stat()
        let result = followsLinks ? stat(terminated(path), &status) : lstat(terminated(path), &status)
        guard result == 0 else { return .nothing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        case S_IFLNK: return kind(of: path, followsLinks: true) == .file ? .file : .nothing
        default: return .other
        }
    }

    private func joined(_ path: [UInt8], _ name: [UInt8]) -> [UInt8] {
        path.isEmpty || path.last == UInt8(ascii: "/") ? path + name : path + [UInt8(ascii: "/")] + name
    }

    private func terminated(_ path: [UInt8]) -> [CChar] { (absolute(path) + [0]).map { CChar(bitPattern: $0) } }

    private func absolute(_ path: [UInt8]) -> [UInt8] {
        if path.first == UInt8(ascii: "/") { return path }
        return Array(folder.utf8) + (path.isEmpty ? [] : [UInt8(ascii: "/")] + path)
    }

    private func file(_ path: [UInt8]) -> FoundFile { FoundFile(key: Self.shown(path), path: absolute(path)) }

    /// A path as text. If it is not UTF-8, each byte over 0x7F is written like `\xE3`, so that two paths stay
    /// different.
    private static func shown(_ path: [UInt8]) -> String {
        if let text = String(validating: path, as: UTF8.self) { return text }
        return path.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }
            .joined()
    }
}
