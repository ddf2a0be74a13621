public import FeedMessages

/// A variable or secret that a part of the configuration needs and that is not available on this machine now.
///
/// Only that part (a source, a sink, a pipeline) cannot work. The file itself is valid.
public struct UnavailableValue: Sendable, Hashable {
    /// Why a value is not available.
    public enum Kind: Sendable, Hashable {
        /// The value does not exist.
        case missing
        /// The value is empty.
        case empty
        /// The value has an impossible form.
        case malformed
        /// A program did not print the value. It may do so at the next run.
        case notPrinted
    }

    /// Where a value was to come from.
    package enum Origin: Sendable, Hashable {
        /// A variable of the environment or of `env_file`.
        case variable
        /// A credential of the service manager.
        case credential
        /// A file, or the output of a program.
        case elsewhere
    }

    /// Why the value is not available.
    public let kind: Kind
    /// Where the value was to come from.
    package let origin: Origin
    /// The option of a secret as a path of keys. Empty for a variable (`${…}`).
    public let path: String
    /// The place that needs the value.
    public let place: Place
    /// Why the value is not available, as a line for the user, without the option.
    public let message: LocalizedText
    /// What the user can do to make the value available.
    public let cure: LocalizedText

    package init(
        _ kind: Kind, from origin: Origin = .elsewhere, path: String = "", place: Place, _ message: LocalizedText,
        cure: LocalizedText
    ) {
        self.kind = kind
        self.origin = origin
        self.path = path
        self.place = place
        self.message = message
        self.cure = cure
    }

    /// The diagnostic that `check` shows.
    package var diagnostic: Diagnostic {
        let what: LocalizedText =
            path.isEmpty
            ? message : .message("config.of_option", ["path": .text(path), "what": .message(message)])
        var diagnostic = Diagnostic(.missing, at: place, what, suggestion: cure)
        diagnostic.origin = kind == .missing || kind == .empty ? origin : .elsewhere
        return diagnostic
    }
}

extension Node {
    /// The missing variables in the node and below it, in the file's order.
    package var unavailableValues: [UnavailableValue] {
        switch content {
        case .scalar: unavailable.map { [$0] } ?? []
        case .list(let nodes): nodes.flatMap(\.unavailableValues)
        case .map(let pairs): pairs.flatMap(\.value.unavailableValues)  // at most 64 levels: YAMLComposer
        }
    }
}
