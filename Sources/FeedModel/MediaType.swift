/// Media types of files, by the suffixes of their names.
public enum MediaType {
    /// Returns the most likely media type of the file at `address`; `application/octet-stream` for an unknown suffix.
    public static func guess(fromAddress address: String) -> String {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return unknown }
        let suffix = path[path.index(after: dot)...]
        guard suffix.count <= longestSuffix else { return unknown }
        let folded = suffix.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return bySuffix[String(decoding: folded, as: UTF8.self)] ?? unknown
    }

    /// Returns the part before the slash, such as `audio`.
    package static func medium(_ type: String) -> String? {
        String(type.utf8.prefix { $0 != UInt8(ascii: "/") })
    }

    /// Whether a media type is that of a page: whether it contains `html`, as HTML and XHTML do.
    package static func isPage(_ type: String) -> Bool {
        var rest = type.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "h")) {
            if rest[start...].starts(with: "html".utf8) { return true }
            rest = rest[rest.index(after: start)...]
        }
        return false
    }

    private static let unknown = "application/octet-stream"
    private static let longestSuffix = 7

    private static let bySuffix: [String: String] = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "mp4": "video/mp4",
        "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg", "mpg": "video/mpeg",
        "mpeg": "video/mpeg", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "pdf": "application/pdf",
        "epub": "application/epub+zip", "zip": "application/zip", "torrent": "application/x-bittorrent",
    ]
}
