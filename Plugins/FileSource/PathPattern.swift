import FeedSystem

/// A whole path or pattern that is compared with the paths of files, which need not exist.
struct PathPattern {
    private typealias Segment = Substring.UTF8View

    private let whole: String

    /// Makes one; a relative pattern starts in `folder`.
    init(_ pattern: String, in folder: String) {
        whole = pattern.utf8.first == UInt8(ascii: "/") ? pattern : folder + "/" + pattern
    }

    /// Whether a search could find the file at `path`, an absolute path without links.
    func leads(to path: String) -> Bool {
        if truePath(whole) == path { return true }
        let segments = Self.segments(of: whole)
        guard let first = segments.firstIndex(where: FilePattern.isPattern) else { return false }
        let root = whole.utf8.first == UInt8(ascii: "/") ? "/" : ""
        let fixed = root + segments[..<first].map { String(Substring($0)) }.joined(separator: "/")
        let start = Self.segments(of: truePath(fixed))
        let names = Self.segments(of: path)
        guard names.starts(with: start, by: { $0.elementsEqual($1) }) else { return false }
        return Self.fit(names[start.count...], segments[first...])
    }

    private static func segments(of path: String) -> [Segment] {
        path[...].utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    }

    private static func fit(_ names: ArraySlice<Segment>, _ patterns: ArraySlice<Segment>) -> Bool {
        guard let pattern = patterns.first else { return names.isEmpty }
        let rest = patterns.dropFirst()
        guard !pattern.elementsEqual("**".utf8) else {
            // `**` matches folders that are not hidden. At the end of a pattern it matches every file below.
            let visible = names.prefix { $0.first != UInt8(ascii: ".") }.count
            if rest.isEmpty { return !names.isEmpty && visible == names.count }
            return (0...visible).contains { fit(names.dropFirst($0), rest) }
        }
        guard let name = names.first else { return false }
        let fits =
            FilePattern.isPattern(pattern)
            ? FilePattern(pattern).matches(Array(name)) : pattern.elementsEqual(name)
        return fits && fit(names.dropFirst(), rest)
    }
}
