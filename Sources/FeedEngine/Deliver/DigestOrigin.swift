package import FeedState
import FeedSystem

/// `Digest.origin` of digests that come from a state.
package enum DigestOrigin {
    /// Returns the name. The state's own one salts hashes of credentials and does not go out.
    package static func of(_ state: any StateStore) -> String {
        Base32.encode(SHA256.hash("\(state.origin)\u{0}digests"))
    }
}
