import FeedConfiguration
import FeedStages
import FeedSystem

extension PathTemplate: ConfigValue {
    static var typeName: String { "a path; \(Placeholder.words) may stand in it" }
    static var placeholder: PathTemplate { PathTemplate(pieces: [.text("digest")]) }
    var manualText: String { text { "{{\($0.rawValue)}}" } }

    static func read(_ node: Node, in section: ConfigSection) -> PathTemplate? {
        guard let text = section.text(of: node, expected: "a path") else { return nil }
        if let (mistake, cure) = mistake(in: text) {
            section.report("\(section.path): \(mistake)", at: node.place, suggestion: cure)
            return nil
        }
        do {
            return try PathTemplate(text)
        } catch {
            let meant = section.diagnostics.nearest(to: error.word, among: Placeholder.allCases.map(\.rawValue))
            section.report(
                "\(section.path): there is no placeholder `{{\(error.word)}}`", at: node.place,
                suggestion: meant.map { "did you mean `{{\($0)}}`?" } ?? "there are \(Placeholder.words)")
            return nil
        }
    }

    private static func mistake(in path: String) -> (String, cure: String)? {
        let bytes = path.utf8
        let name = PathParts(path).name
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return ("a path may not hold control characters", "write it on one line")
        }
        if bytes.count > maxLength { return ("a path may have \(maxLength) bytes", "choose a shorter one") }
        if name.isEmpty || name == "." || name == ".." {
            return ("expected the path of a file, found a folder", "add the file's name")
        }
        if path == "~" || path.hasPrefix("~/") {
            return ("`~` is not a folder here", "write `${HOME}` instead")
        }
        return nil
    }

    /// Bytes of a template, as the system's PATH_MAX.
    private static let maxLength = 4095
}

extension PathTemplate.Placeholder {
    fileprivate static var words: String { allCases.map { "{{\($0.rawValue)}}" }.joined(separator: " ") }
}
