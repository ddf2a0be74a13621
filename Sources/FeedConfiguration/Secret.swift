/// A credential. Only `reveal` returns it, and printing masks it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text in place of the secret in records and messages, such as `{sinks.hook.url}`.
    public let mask: String
    private let value: String?

    /// Makes a secret. `value` is nil if it is missing on this machine; then `mask` replaces it (dry runs, replays).
    public init(_ value: String?, mask: String) {
        self.value = value
        self.mask = mask
    }

    /// Whether the secret has no value.
    public var isMissing: Bool { value == nil }
    /// Returns the secret itself, or `mask` if it is missing. Use it only for what is sent.
    public func reveal() -> String { value ?? mask }
    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// Hides the value from `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
