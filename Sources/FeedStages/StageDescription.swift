public import FeedConfiguration
public import FeedMessages

/// A stage that a configuration may name, as a value: what it is called, what it does, and how it is made.
///
/// `PluginRegistry.add(MySource.self)` makes one of a Swift type. One that is known only when the program runs, such as
/// a file that describes another program, is written down as it is found.
public struct StageDescription<Made: Sendable>: Sendable {
    /// Makes the stage of what was read; as `Stage.init`, it fetches, opens and writes nothing.
    public typealias Make = @Sendable (Services) throws(StageError) -> Made

    /// The word in the configuration.
    public let type: String
    /// What it does, half a sentence, for `kawaraban plugins`.
    public let summary: LocalizedText
    /// Reads a section, which declares the options; gives how a stage is made of them. What is wrong is reported to the
    /// section.
    public let configure: @Sendable (ConfigSection) -> Make
    /// The Swift type that it stands for: the same one may be added twice.
    private let origin: ObjectIdentifier?

    /// Describes a stage.
    public init(type: String, summary: LocalizedText, configure: @escaping @Sendable (ConfigSection) -> Make) {
        self.type = type
        self.summary = summary
        self.configure = configure
        origin = nil
    }

    /// Describes a Swift type; `made` lifts it to `Made`.
    public init<Described: Stage>(of stage: Described.Type, _ made: @escaping @Sendable (Described) -> Made) {
        type = stage.type
        summary = stage.summary
        configure = { section in
            let configuration = Described.Configuration(from: section)
            return { services throws(StageError) in made(try Described(configuration, services: services)) }
        }
        origin = ObjectIdentifier(stage)
    }

    /// The options that it reads, for `kawaraban plugins` and the generated reference.
    public var manual: [OptionSpec] { ConfigSection.manual { _ = configure($0) } }

    /// Whether both stand for the same Swift type.
    func isSame(as other: StageDescription) -> Bool { origin != nil && origin == other.origin }
}

/// A source, with the parser of its own format.
public struct SourceDescription: Sendable {
    /// What it is called and how it is made.
    public let stage: StageDescription<any Source>
    /// Reads its documents, from the same section; nil: the bytes say.
    public let parser: StageDescription<any Parser>?

    /// Describes a source.
    public init(_ stage: StageDescription<any Source>, parser: StageDescription<any Parser>? = nil) {
        self.stage = stage
        self.parser = parser
    }
}

/// A format, with what a sink must know before there is one.
public struct FormatDescription: Sendable {
    /// What it is called and how it is made.
    public let stage: StageDescription<any DigestFormat>
    /// Whether several renderings may stand one after the other in a file.
    public let isAppendable: Bool
    /// Media type such as `text/html; charset=utf-8`.
    public let mediaType: String

    /// Describes a format.
    public init(_ stage: StageDescription<any DigestFormat>, isAppendable: Bool, mediaType: String) {
        self.stage = stage
        self.isAppendable = isAppendable
        self.mediaType = mediaType
    }

    /// Describes a Swift type.
    public init<Described: DigestFormat>(of format: Described.Type) {
        self.init(
            StageDescription(of: format) { $0 }, isAppendable: format.isAppendable, mediaType: format.mediaType)
    }
}

/// A sink, with the format that it has where none is configured.
public struct SinkDescription: Sendable {
    /// What it is called and how it is made.
    public let stage: StageDescription<any Sink>
    /// The format where none is configured; nil: `format:` is required.
    public let defaultFormat: String?

    /// Describes a sink.
    public init(_ stage: StageDescription<any Sink>, defaultFormat: String? = nil) {
        self.stage = stage
        self.defaultFormat = defaultFormat
    }
}
