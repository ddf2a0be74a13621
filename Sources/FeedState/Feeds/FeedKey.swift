package import FeedStages
import FeedSystem

/// The identity of a feed in the state: its plugin's type and canonical request, but not its configured name.
package struct FeedKey: Sendable, Hashable {
    let hash: [UInt8]

    package init(hash: [UInt8]) { self.hash = hash }

    /// Makes the key of a source of a plugin type.
    package init(of source: any Source, type: String) {
        hash = SHA256.hash(Array((type + "\u{0}" + source.canonicalRequest).utf8))
    }

    /// Makes the key of an internal feed, which no source can have.
    package init(ofOwnFeed name: String) { hash = SHA256.hash(Array("\u{0}\(name)".utf8)) }

    package func hash(into hasher: inout Hasher) { SHA256.combine(hash, into: &hasher) }

    /// A number from 0 up to 1, always the same for a feed, that spreads the polling of feeds over time.
    package var fraction: Double { Double(hash.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 4_294_967_296 }
}
