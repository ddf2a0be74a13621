/// Somebody who wrote or helped (RFC 4287 §3.2).
public struct Person: Sendable, Hashable {
    /// Name as plain text, or nil.
    public var name: String?
    /// Absolute address of a page about the person, or nil.
    public var url: String?
    /// Mail address, or nil.
    public var email: String?

    /// Makes a person; at least one part should be given.
    public init(name: String? = nil, url: String? = nil, email: String? = nil) {
        self.name = name
        self.url = url
        self.email = email
    }
}
