public import FeedMessages

/// Something that a part of the configuration needs and that cannot be had on this machine now: a variable, or a
/// secret.
///
/// The part alone (a source, a sink, a pipeline) cannot work; the file itself is in order.
public struct UnavailableValue: Sendable, Hashable {
    /// What is the matter.
    public enum Kind: Sendable, Hashable {
        /// There is none.
        case missing
        /// It has no content.
        case empty
        /// It cannot be what it should be.
        case malformed
        /// A program did not print it; that may pass by itself.
        case notPrinted
    }

    /// What is the matter.
    public let kind: Kind
    /// The option, as a path of keys; empty for a variable in the midst of text.
    public let path: String
    /// Where it is needed.
    public let place: Place
    /// What is the matter, in one line, without the option.
    public let message: LocalizedText
    /// What to do about it.
    public let cure: LocalizedText

    package init(_ kind: Kind, path: String = "", place: Place, _ message: LocalizedText, cure: LocalizedText) {
        self.kind = kind
        self.path = path
        self.place = place
        self.message = message
        self.cure = cure
    }

    /// The value's diagnostic, as `check` shows it.
    package var diagnostic: Diagnostic {
        let what: LocalizedText =
            path.isEmpty
            ? message : .message("config.of_option", ["path": .text(path), "what": .message(message)])
        return Diagnostic(.missing, at: place, what, suggestion: cure)
    }
}

extension Node {
    /// The variables that are missing in it and below it, in the file's order.
    package var unavailableValues: [UnavailableValue] {
        switch content {
        case .scalar: unavailable.map { [$0] } ?? []
        case .list(let nodes): nodes.flatMap(\.unavailableValues)
        case .map(let pairs): pairs.flatMap(\.value.unavailableValues)  // at most 64 levels: YAMLComposer
        }
    }
}
