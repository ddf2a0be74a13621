package import FeedConfiguration
import FeedMessages

/// Where the state is (`settings.state`).
package enum StateAddress: Sendable, Hashable {
    /// One SQLite database, at this path.
    case file(String)
    /// A PostgreSQL database, which several machines may share, at this address.
    case postgresql(Secret)

    /// The path of the file; nil for a database without one.
    package var path: String? { if case .file(let path) = self { path } else { nil } }

    /// The place for people, without secrets: the path, or what stands for the address.
    package var shown: String {
        switch self {
        case .file(let path): path
        case .postgresql(let address): address.mask
        }
    }
}

/// `settings.state` as written: a path, or `{ postgresql: … }`.
enum StateOption: ConfigValue {
    case file(FilePath)
    case postgresql(Secret)

    /// The default path of the state.
    static let usual = StateOption.file(FilePath(".kawaraban/state.sqlite"))

    static var typeName: LocalizedText { .message("type.state") }
    static var schema: ValueSchema {
        let declared = ConfigSection.declarations { _ = address(in: $0) }
        return .either([FilePath.schema, .options(declared.0, declared.1)])
    }
    static var placeholder: StateOption { usual }

    static func read(_ node: Node, in section: ConfigSection) -> StateOption? {
        guard node.map != nil else { return FilePath.read(node, in: section).map(StateOption.file) }
        return .postgresql(address(in: section))
    }

    private static func address(in section: ConfigSection) -> Secret {
        section.require("postgresql", as: SecretURL.self, help: .message("option.state.postgresql")).secret
    }

    var manualText: String {
        switch self {
        case .file(let path): path.manualText
        case .postgresql(let address): "{ postgresql: \(address.manualText) }"
        }
    }
}
