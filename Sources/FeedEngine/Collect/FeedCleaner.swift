import FeedConfiguration
import FeedModel
import FeedStages

/// Removes secrets from a server's data before it is kept, for every source and parser.
struct FeedCleaner: Sendable {
    private let mask: SecretMask

    /// Makes a cleaner for a source. Its servers received `secrets` and may repeat them.
    init(knowing secrets: [Secret]) {
        mask = SecretMask(secrets, shortest: SecretMask.shortestInTexts, sparesUsers: true)
    }

    /// Returns the feed as it may be kept: addresses have no user names or passwords, and texts of the feed have no
    /// secrets. Secrets stay in the bodies, addresses and ids of entries, because a private feed's links may need them.
    /// A proxy's links are replaced by their targets.
    func cleaned(_ feed: consuming Feed) -> Feed {
        feed.replaceStrings { kind, text in
            switch kind {
            case .words: mask.replacement(for: text)
            case .address: Address.withoutUserInfo(text)
            case .identifier, .body: nil
            }
        }
        feed.preferOriginalLinks()
        return feed
    }

    /// Returns the validators, or nil if they contain a secret: they must be sent back byte for byte or not at all.
    func cleaned(_ validators: Validators?) -> Validators? {
        guard let validators else { return nil }
        let values = [validators.etag, validators.lastModified].compactMap { $0 }
        return values.contains { mask.replacement(for: $0) != nil } ? nil : validators
    }
}
