import FeedStages
import FeedSystem

/// The files that a plan has a use for: those of the run itself, and those that its sinks write.
public struct UsedFiles: Sendable {
    private let own: OwnFiles?
    /// The sinks, by the true paths that they write.
    private let writers: [String: String]

    /// None.
    public init() { (own, writers) = (nil, [:]) }

    init(_ own: OwnFiles, writers: [String: String]) { (self.own, self.writers) = (own, writers) }

    /// What a file is for, as the end of a sentence that begins with its path; nil: nothing. Links are followed. Blocks.
    public func use(of path: String) -> String? {
        let file = truePath(path)
        if let use = own?.use(of: file) { return use }
        if let sink = writers[file] { return "is written by sinks.\(sink)" }
        guard let number = FileNumber(file) else { return nil }
        if let use = own?.use(of: number) { return use }
        return writers.first { FileNumber($0.key) == number }.map { "is written by sinks.\($0.value)" }
    }
}
