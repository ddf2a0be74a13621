import FeedModel
import Testing

@Suite("Addresses without user names")
struct UserInfoTests {
    @Test(
        "X12: a name and a password before the host are taken off a web address",
        arguments: [
            ("http://accounts.example.com@evil.test/", "http://evil.test/"),
            ("https://user:pass@host.example:8443/a?b@c#d@e", "https://host.example:8443/a?b@c#d@e"),
            ("https://a@b@evil.test/", "https://evil.test/"), ("https://@evil.test/x", "https://evil.test/x"),
            ("https://accounts.example.com%2F@evil.test", "https://evil.test"),
            ("HTTP://accounts.example.com@evil.test", "http://evil.test"),
            ("http:\\\\accounts.example.com@evil.test\\x", "http://evil.test/x"),
            ("https:accounts.example.com@evil.test", "https://evil.test"),
            (" https://a@evil.test/ ", "https://evil.test/"),
            ("ht\ntps://a@evil.test/", "https://evil.test/"),
        ])
    func taken(_ address: String, bare: String) { #expect(Address.withoutUserInfo(address) == bare) }

    @Test(
        "X12: every other address stays as it is",
        arguments: [
            "https://medium.example/@user/post", "https://host.example?mail=a@b.example", "https://host.example/#@a",
            "mailto:a@b.example", "https://host.example/", "", "@", "tag:a@b.example,2026:1", "xmpp:a@b.example",
            "ssh://git@host.example/x", "/a@b", "https://host.example/%40",
        ])
    func kept(_ address: String) { #expect(Address.withoutUserInfo(address) == nil) }

    @Test("X12: no address of a feed and of its entries keeps one, identifiers stay")
    func everywhere() {
        let (told, bare) = ("https://bank.example@evil.test/x", "https://evil.test/x")
        func feed(_ url: String) -> Feed {
            var entry = Entry()
            entry.guid = told
            entry.url = url
            entry.image = url
            entry.authors = [Person(name: "a"), Person(name: "b", url: url)]
            entry.enclosures = [Enclosure(url: url), Enclosure(url: "https://host.example/")]
            entry.links = [Link(href: url, rel: "related"), Link(href: "https://host.example/@a")]
            entry.externalURL = url
            entry.commentsURL = url
            entry.license = url
            entry.origin = Origin(title: told, url: url)
            entry.publisher = Publisher(name: "p", url: url)
            entry.contributors = [Person(url: url)]
            entry.extras = ["page": .address(url), "said": .text(told)]
            entry.content = .plain(told)
            var feed = Feed(format: .rss20)
            feed.id = told
            feed.homePageURL = url
            feed.feedURL = url
            feed.icon = url
            feed.favicon = url
            feed.license = url
            feed.generator = Generator(name: "g", url: url)
            feed.authors = [Person(url: url)]
            feed.contributors = [Person(url: url)]
            feed.links = [Link(href: url)]
            feed.entries = [entry, Entry()]
            return feed
        }
        var cleaned = feed(told)
        cleaned.removeUserInfo()
        #expect(cleaned == feed(bare))
    }
}
