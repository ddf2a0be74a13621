public import FeedConfiguration
import FeedMessages

/// A part of a pipeline that `type:` of the configuration names.
public protocol Stage: Sendable {
    /// What the stage reads from its section.
    associatedtype Configuration: StageConfiguration
    /// The word in the configuration: `qiita`, `google_news`, `file`.
    static var type: String { get }
    /// What it does, half a sentence, for `kawaraban plugins`.
    static var summary: LocalizedText { get }
    /// Makes the stage; nothing may be fetched, opened or written yet.
    init(_ configuration: Configuration, services: Services) throws(StageError)
    /// Gives back what it holds: the last call of a run, whatever came of it. A stage that was only asked while a
    /// configuration was read is never used, and is not closed.
    func close() async
}

extension Stage {
    /// Nothing is held.
    public func close() async {}
}

/// The options of a stage, each declared once by reading it.
public protocol StageConfiguration: Sendable {
    /// Reads a section. Cannot throw: what is wrong is reported to the section.
    init(from section: ConfigSection)
}

/// For stages without options.
public struct NoOptions: StageConfiguration {
    /// Reads nothing.
    public init(from section: ConfigSection) {}
}
