public import FeedConfiguration
import FeedMessages

/// A source, parser, filter, format or sink that a configuration names.
public protocol Stage: Sendable {
    /// The options of the stage.
    associatedtype Configuration: StageConfiguration
    /// The name in the configuration: `qiita`, `google_news`, `file`.
    static var type: String { get }
    /// A short description, half a sentence, for `kawaraban plugins`.
    static var summary: LocalizedText { get }
    /// The option that the value of a short form fills, or nil. It must not be a secret.
    static var mainOption: MainOption? { get }
    /// Makes the stage. It must not fetch, open or write anything yet. Throws if the stage cannot be made.
    init(_ configuration: Configuration, services: Services) throws(StageError)
    /// Releases what the stage holds. It is the last call of a run, also after errors. A stage that only a check of the
    /// configuration made is not closed.
    func close() async
}

extension Stage {
    /// Nil by default: a short form of it names an option.
    public static var mainOption: MainOption? { nil }
    /// Releases nothing.
    public func close() async {}
}

/// The options of a stage, each declared once by reading it.
public protocol StageConfiguration: Sendable {
    /// Reads a section. It throws nothing: errors are reported to `section`.
    init(from section: ConfigSection)
}

/// The configuration of a stage without options.
public struct NoOptions: StageConfiguration {
    /// Reads nothing.
    public init(from section: ConfigSection) {}
}
