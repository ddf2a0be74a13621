import FeedSystem

/// What a file is called until it takes the place of its target: found again by the next attempt, if one is cut short.
public struct TemporaryName: Sendable {
    /// Tells the temporaries of one target from all other files.
    public let prefix: String
    /// What it is called, unless another has taken this name.
    public let text: String
    /// What all temporaries end with.
    public static let suffix = ".tmp"

    /// Makes the name for a target in its folder; `purpose` tells apart what may be written to one target.
    public init(of target: String, for purpose: String = "") {
        prefix = ".kawaraban-\(Base32.encode(SHA256.hash(target)).prefix(16))-"
        text = prefix + Base32.encode(SHA256.hash(purpose)).prefix(26) + Self.suffix
    }

    /// One that nobody can foretell.
    var random: String { prefix + String(UInt64.random(in: .min ... .max), radix: 36) + Self.suffix }
}
