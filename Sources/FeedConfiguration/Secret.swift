/// A credential: readable only by asking for it, masked wherever it is printed.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What stands for it in records and messages: `{sinks.hook.url}`.
    public let mask: String
    private let value: String?

    /// Makes a secret; `value` is nil where it is missing here (and `mask` stands in: dry runs, replays).
    public init(_ value: String?, mask: String) {
        self.value = value
        self.mask = mask
    }

    /// Whether there is none.
    public var isMissing: Bool { value == nil }
    /// The secret itself, or `mask` where it is missing. Only for the wire.
    public func reveal() -> String { value ?? mask }
    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// Hides the value from `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
