public import FeedConfiguration
public import FeedMessages

/// A stage that a configuration may name, as a value: the name, the purpose, the options and the factory.
///
/// `PluginRegistry.add(MySource.self)` makes the description of a Swift type. A stage that is known only at run time,
/// such as a file that describes another program, makes its own description.
public struct StageDescription<Made: Sendable>: Sendable {
    /// Makes the stage from its options. As `Stage.init`, it fetches, opens and writes nothing.
    public typealias Make = @Sendable (Services) throws(StageError) -> Made

    /// The name in the configuration.
    public let type: String
    /// A short description, half a sentence, for `kawaraban plugins`.
    public let summary: LocalizedText
    /// The option that the value of a short form fills, or nil.
    public let mainOption: MainOption?
    /// Reads a section, which declares the options, and returns how a stage is made of them. Errors are reported to the
    /// section.
    public let configure: @Sendable (ConfigSection) -> Make
    /// The Swift type that is described, or nil. The same type may be added twice.
    private let origin: ObjectIdentifier?

    /// Describes a stage.
    public init(
        type: String, summary: LocalizedText, mainOption: MainOption? = nil,
        configure: @escaping @Sendable (ConfigSection) -> Make
    ) {
        self.type = type
        self.summary = summary
        self.mainOption = mainOption
        self.configure = configure
        origin = nil
    }

    /// Describes a Swift type. `made` converts it to `Made`.
    public init<Described: Stage>(of stage: Described.Type, _ made: @escaping @Sendable (Described) -> Made) {
        type = stage.type
        summary = stage.summary
        mainOption = stage.mainOption
        configure = { section in
            let configuration = Described.Configuration(from: section)
            return { services throws(StageError) in made(try Described(configuration, services: services)) }
        }
        origin = ObjectIdentifier(stage)
    }

    /// The options of the stage, for `kawaraban plugins` and the generated reference.
    public var manual: [OptionSpec] { ConfigSection.manual { _ = configure($0) } }

    /// The values that a section of the stage accepts, for the schema of configurations.
    package var schema: ValueSchema {
        let (specs, rules) = ConfigSection.declarations { _ = configure($0) }
        // A filter may be one value in place of a map: `take: 50`.
        let scalar = Node(.scalar("x", isQuoted: true), at: Place(file: "", line: 1, column: 1))
        let value = ConfigSection.declarations(of: scalar) { _ = configure($0) }.0.first { $0.key.isEmpty }
        guard let value else { return .options(specs, rules) }
        return specs.contains { $0.key.isEmpty } ? value.schema : .either([value.schema, .options(specs, rules)])
    }

    /// The rules about several options of the stage.
    package var rules: [OptionRule] { ConfigSection.declarations { _ = configure($0) }.1 }

    /// Whether both describe the same Swift type.
    func isSame(as other: StageDescription) -> Bool { origin != nil && origin == other.origin }
}

/// A source, with the parser of its own format.
public struct SourceDescription: Sendable {
    /// The name, the options and the factory of the source.
    public let stage: StageDescription<any Source>
    /// The parser of the source's documents, which reads the same section; nil: the parser is chosen by the bytes.
    public let parser: StageDescription<any Parser>?

    /// Describes a source.
    public init(_ stage: StageDescription<any Source>, parser: StageDescription<any Parser>? = nil) {
        self.stage = stage
        self.parser = parser
    }
}

/// A format, with the properties that a sink needs before the format is made.
public struct FormatDescription: Sendable {
    /// The name, the options and the factory of the format.
    public let stage: StageDescription<any DigestFormat>
    /// Whether several renderings may follow one another in one file.
    public let isAppendable: Bool
    /// The media type, such as `text/html; charset=utf-8`.
    public let mediaType: String
    /// Whether its renderings are made for others to fetch.
    public let isForOthers: Bool
    /// Whether it renders a page of the entries that a digest leaves out.
    public let hasOmittedPage: Bool
    /// The suffixes of paths that mean this format in a short form, in lower case.
    public let suffixes: [String]

    /// Describes a format.
    public init(
        _ stage: StageDescription<any DigestFormat>, isAppendable: Bool, mediaType: String, isForOthers: Bool = false,
        hasOmittedPage: Bool = false, suffixes: [String] = []
    ) {
        self.stage = stage
        self.isAppendable = isAppendable
        self.mediaType = mediaType
        self.isForOthers = isForOthers
        self.hasOmittedPage = hasOmittedPage
        self.suffixes = suffixes
    }

    /// Describes a Swift type.
    public init<Described: DigestFormat>(of format: Described.Type) {
        self.init(
            StageDescription(of: format) { $0 }, isAppendable: format.isAppendable, mediaType: format.mediaType,
            isForOthers: format.isForOthers, hasOmittedPage: format.hasOmittedPage, suffixes: format.suffixes)
    }
}

/// A sink, with its default format.
public struct SinkDescription: Sendable {
    /// The name, the options and the factory of the sink.
    public let stage: StageDescription<any Sink>
    /// The format of a sink without `format:`, or nil if `format:` is required.
    public let defaultFormat: String?

    /// Describes a sink.
    public init(_ stage: StageDescription<any Sink>, defaultFormat: String? = nil) {
        self.stage = stage
        self.defaultFormat = defaultFormat
    }
}
