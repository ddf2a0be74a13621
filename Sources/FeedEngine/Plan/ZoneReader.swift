import FeedConfiguration
package import FeedModel
import FeedSystem
import Glibc

/// Reads time zones from the system's database, by name.
package struct ZoneReader: Sendable {
    /// The folder of compiled zones.
    package let directory: String
    private static let maxFileLength = 1 << 20

    /// Makes a reader; the system's folder unless another is given.
    package init(directory: String = "/usr/share/zoneinfo") { self.directory = directory }

    /// Whether the database is installed at all.
    package var isInstalled: Bool { access("\(directory)/UTC", R_OK) == 0 }

    /// A zone by its IANA name, or nil if there is none. Reads a file: blocks.
    package func zone(named name: String) -> Zone? {
        if name == "UTC" { return .utc }
        guard Self.isName(name),
            case .success(let file) = SmallFile.read("\(directory)/\(name)", limit: Self.maxFileLength)
        else { return nil }
        return Zone(name: name, tzif: file.bytes)
    }

    /// The zone that the system is set to: `TZ`, else `/etc/localtime`, else UTC. Reads a file: blocks.
    package func systemZone(variables: [String: String], localtime: String = "/etc/localtime") -> Zone {
        if let setting = variables["TZ"] {
            let name = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
            if name.hasPrefix("/") { return zone(at: name) ?? .utc }
            return zone(named: name) ?? Zone(name: name, posix: name) ?? .utc
        }
        return zone(at: localtime) ?? .utc
    }

    /// Every name, for suggestions.
    func names() -> [String] {
        var names: [String] = []
        var folders = [""]
        while let folder = folders.popLast(), names.count < 2000 {
            guard let listing = opendir("\(directory)/\(folder)") else { continue }
            defer { closedir(listing) }
            while let item = readdir(listing) {
                let name = Self.name(of: item)
                guard Self.isName(name), name.first?.isUppercase == true else { continue }
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                if item.pointee.d_type == DT_DIR {
                    if path.utf8.count(where: { $0 == UInt8(ascii: "/") }) < 2 { folders.append(path) }
                } else {
                    names.append(path)
                }
            }
        }
        return names.sorted()
    }

    private func zone(at path: String) -> Zone? {
        guard case .success(let file) = SmallFile.read(path, limit: Self.maxFileLength) else { return nil }
        return Zone(name: Self.zoneName(of: path) ?? "local", tzif: file.bytes)
    }

    /// `/etc/localtime` is a link into the database, whose end is the name.
    private static func zoneName(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let words = String(cString: resolved).split(separator: "/")
        guard let root = words.lastIndex(of: "zoneinfo") else { return nil }
        let name = words[(root + 1)...].joined(separator: "/")
        return isName(name) ? name : nil
    }

    private static func name(of item: UnsafeMutablePointer<dirent>) -> String {
        withUnsafeBytes(of: &item.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Letters, digits, `+`, `-`, `_` in up to three parts: no way out of the folder.
    private static func isName(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 64 else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count <= 3
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        switch byte {
                        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                        default: "+-_".utf8.contains(byte)
                        }
                    }
            }
    }
}
