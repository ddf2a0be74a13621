package import FeedStages
import FeedSystem

/// What a feed is known by in the state: its plugin's type and canonical request, not its name in the configuration.
package struct FeedKey: Sendable, Hashable {
    let hash: [UInt8]

    package init(hash: [UInt8]) { self.hash = hash }

    /// The key of a source of this type.
    package init(of source: any Source, type: String) {
        hash = SHA256.hash(Array((type + "\u{0}" + source.canonicalRequest).utf8))
    }

    /// The key of a feed of our own, which no source can have.
    package init(ofOwnFeed name: String) { hash = SHA256.hash(Array("\u{0}\(name)".utf8)) }

    /// A number from 0 up to 1 that stays with the feed, so that feeds do not all come at once.
    package var fraction: Double { Double(hash.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 4_294_967_296 }
}
