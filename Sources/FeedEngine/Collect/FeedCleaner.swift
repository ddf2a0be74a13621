import FeedConfiguration
import FeedModel
import FeedStages

/// Cleans what a server says before anything of it is kept, whichever source fetched and whichever parser read it.
struct FeedCleaner: Sendable {
    private let mask: SecretMask

    /// Makes one for a source whose servers were told `secrets`, and may repeat them.
    init(knowing secrets: [Secret]) {
        mask = SecretMask(secrets, shortest: SecretMask.shortestInTexts, sparesUsers: true)
    }

    /// The feed as it may be kept: without names and passwords in addresses, and without secrets in its words. In the
    /// texts, addresses and ids of entries secrets stay: what a private feed links to may need them. Links of a proxy
    /// give way to what they stand for.
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

    /// The validators, or nil if a secret is in them: they are kept, and go back byte for byte or not at all.
    func cleaned(_ validators: Validators?) -> Validators? {
        guard let validators else { return nil }
        let values = [validators.etag, validators.lastModified].compactMap { $0 }
        return values.contains { mask.replacement(for: $0) != nil } ? nil : validators
    }
}
