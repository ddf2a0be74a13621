/// Sites that have several addresses for one article, by their own rules.
enum KnownSites {
    /// Changes host and path to the one form of a site.
    static func unify(_ host: inout String, _ path: inout String) {
        switch host {
        case "qiita.com": path = qiita(path)
        case "twitter.com": host = "x.com"
        case "note.mu": host = "note.com"
        default: break
        }
    }

    /// Qiita knows an article by its id: its author's name in the path may change, and may be left out.
    private static func qiita(_ path: String) -> String {
        let segments = path.split(separator: "/")
        guard segments.count == 3, segments[1] == "items" else { return path }
        return "/items/" + segments[2]
    }
}
