import FeedConfiguration
import FeedModel
import FeedStages

/// The door through which what a server says enters the program, whichever source fetched and whichever parser read it.
struct Admission: Sendable {
    private let mask: SecretMask

    /// The door for a source whose servers were told `secrets`, and may repeat them.
    init(knowing secrets: [Secret]) {
        mask = SecretMask(secrets, shortest: SecretMask.shortestInTexts, sparesUsers: true)
    }

    /// The feed as it may be kept: without names and passwords in addresses, and without secrets in titles, names and
    /// tags. In texts and addresses secrets stay: what a private feed links to may need them.
    func admitted(_ feed: consuming Feed) -> Feed {
        feed.removeUserInfo()
        guard !mask.isEmpty else { return feed }
        feed.title = mask.masked(feed.title)
        maskNames(of: &feed.authors)
        maskNames(of: &feed.contributors)
        for index in feed.entries.indices { maskTitles(of: &feed.entries[index]) }
        return feed
    }

    /// The validators, or nil if a secret is in them: they are kept, and go back byte for byte or not at all.
    func admitted(_ validators: Validators?) -> Validators? {
        guard let validators, !mask.isEmpty else { return validators }
        let values = [validators.etag, validators.lastModified].compactMap { $0 }
        return values.allSatisfy { mask.masked($0) == $0 } ? validators : nil
    }

    private func maskTitles(of entry: inout Entry) {
        if let title = entry.title { entry.title = mask.masked(title) }
        maskNames(of: &entry.authors)
        maskNames(of: &entry.contributors)
        for index in entry.enclosures.indices {
            if let title = entry.enclosures[index].title { entry.enclosures[index].title = mask.masked(title) }
        }
        if let title = entry.origin?.title { entry.origin?.title = mask.masked(title) }
        for index in entry.categories.indices {
            entry.categories[index].term = mask.masked(entry.categories[index].term)
            if let label = entry.categories[index].label { entry.categories[index].label = mask.masked(label) }
        }
        if let name = entry.publisher?.name { entry.publisher?.name = mask.masked(name) }
    }

    private func maskNames(of people: inout [Person]) {
        for index in people.indices {
            if let name = people[index].name { people[index].name = mask.masked(name) }
        }
    }
}
