/// Something that a part of the configuration needs and that cannot be had on this machine now: a variable, or a secret.
///
/// The part alone (a source, a sink, a pipeline) cannot work; the file itself is in order.
public struct Lack: Sendable, Hashable {
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
    public let message: String
    /// What to do about it.
    public let cure: String

    package init(_ kind: Kind, path: String = "", place: Place, _ message: String, cure: String) {
        self.kind = kind
        self.path = path
        self.place = place
        self.message = message
        self.cure = cure
    }

    /// The same as `check` tells it.
    package var diagnostic: Diagnostic {
        Diagnostic(.missing, at: place, path.isEmpty ? message : "\(path): \(message)", suggestion: cure)
    }
}

extension Node {
    /// The variables that are missing in it and below it, in the file's order.
    package var lacks: [Lack] {
        switch content {
        case .scalar: lack.map { [$0] } ?? []
        case .list(let nodes): nodes.flatMap(\.lacks)
        case .map(let pairs): pairs.flatMap(\.value.lacks)  // at most 64 levels: YAMLComposer
        }
    }
}
