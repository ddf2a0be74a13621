import FeedConfiguration
package import FeedModel
import FeedSystem
import Glibc

/// Reads time zones by name from the system's database.
package struct ZoneReader: Sendable {
    /// The folder of compiled zones.
    package let directory: String
    private static let maxFileLength = 1 << 20

    /// Makes a reader of the system's folder, or of another one.
    package init(directory: String = "/usr/share/zoneinfo") { self.directory = directory }

    /// Whether the database is installed at all.
    package var isInstalled: Bool { access("\(directory)/UTC", R_OK) == 0 }

    /// Returns a zone by its IANA name, or nil if there is none. Reads a file of at most 1 MiB: blocks.
    package func zone(named name: String) -> Zone? {
        if name == "UTC" { return .utc }
        guard Self.isName(name),
            case .success(let file) = SmallFile.read("\(directory)/\(name)", limit: Self.maxFileLength)
        else { return nil }
        return Zone(name: name, tzif: file.bytes)
    }

    /// Returns the system's zone: `TZ`, else `/etc/localtime`, else UTC. Reads a file: blocks.
    package func systemZone(variables: [String: String], localtime: String = "/etc/localtime") -> Zone {
        if let setting = variables["TZ"] {
            let name = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
            if name.hasPrefix("/") { return zone(at: name) ?? .utc }
            return zone(named: name) ?? Zone(name: name, posix: name) ?? .utc
        }
        return zone(at: localtime) ?? .utc
    }

    /// Returns the names for suggestions, sorted: the folders are read until there are 2000.
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

    /// Returns the name of a zone from the target of a link into the database, such as `/etc/localtime`.
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

    /// Returns whether a name has up to three parts of letters, digits, `+`, `-` and `_`: no path out of the folder.
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
