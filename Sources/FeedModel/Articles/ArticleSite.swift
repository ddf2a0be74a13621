/// The site of a publisher: the part of a host's name that a publisher registers, such as `example.co.jp`. Where a service
/// gives each of its users a host, it is the whole host.
public enum ArticleSite {
    /// Returns the site of a host in lower case.
    public static func site(of host: String) -> String {
        let labels = host.split(separator: ".")
        guard labels.count > 2, let last = labels.last, !last.utf8.allSatisfy(isDigit), !host.hasPrefix("[") else {
            return host
        }
        let pair = labels.suffix(2).joined(separator: ".")
        let three = labels.suffix(3).joined(separator: ".")
        if hostings.contains(pair) || hostings.contains(three) { return host }
        return isShared(pair) ? three : pair
    }

    /// Whether several people who know nothing of each other write for a site, so that it says nothing of the author.
    public static func hasManyWriters(_ site: String) -> Bool {
        services.contains(site) || hostings.contains(site) || isShared(site)
    }

    /// Whether people write on a site about subjects of their own, as on Qiita, Zenn, note or a blog of a hosting service.
    public static func isOfPeople(_ site: String) -> Bool {
        let labels = site.split(separator: ".")
        return people.contains(site)
            || [2, 3].contains { hostings.contains(labels.suffix($0).joined(separator: ".")) }
    }

    /// Whether different publishers have hosts below this one: `co.jp`, `com.au`, `hatenablog.com`.
    static func isShared(_ host: String) -> Bool {
        if hostings.contains(host) { return true }
        let labels = host.split(separator: ".")
        guard labels.count == 2, labels[1].utf8.count == 2 else { return false }
        return seconds.contains(labels[0])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// Second-level domains of countries, and the prefectures of Japan (city.minato.tokyo.jp).
    private static let seconds: Set<Substring> = [
        "ac", "ad", "co", "com", "ed", "edu", "gc", "go", "gob", "gouv", "gov", "govt", "gr", "lg", "mil", "ne", "net",
        "nic", "nom", "or", "org", "re",
        "aichi", "akita", "aomori", "chiba", "ehime", "fukui", "fukuoka", "fukushima", "gifu", "gunma", "hiroshima",
        "hokkaido", "hyogo", "ibaraki", "ishikawa", "iwate", "kagawa", "kagoshima", "kanagawa", "kochi", "kumamoto",
        "kyoto", "mie", "miyagi", "miyazaki", "nagano", "nagasaki", "nara", "niigata", "oita", "okayama", "okinawa",
        "osaka", "saga", "saitama", "shiga", "shimane", "shizuoka", "tochigi", "tokushima", "tokyo", "tottori",
        "toyama",
        "wakayama", "yamagata", "yamaguchi", "yamanashi",
    ]

    /// Services that give each user a host.
    private static let hostings: Set<String> = [
        "ameblo.jp", "appspot.com", "bearblog.dev", "beehiiv.com", "blog.fc2.com", "blog.jp", "blogspot.com",
        "blogspot.jp", "buttondown.email", "cocolog-nifty.com", "dreamwidth.org", "exblog.jp", "fc2.com", "ghost.io",
        "github.io", "gitlab.io", "hashnode.dev", "hateblo.jp", "hatenablog.com", "hatenablog.jp", "hatenadiary.com",
        "hatenadiary.jp", "hatenadiary.org", "herokuapp.com", "jugem.jp", "livedoor.blog", "livejournal.com",
        "medium.com", "micro.blog", "netlify.app", "notion.site", "pages.dev", "seesaa.net", "substack.com",
        "theletter.jp", "tistory.com", "tumblr.com", "typepad.com", "vercel.app", "web.app", "weebly.com",
        "wixsite.com", "wordpress.com", "write.as",
    ]

    /// Services whose users, or whose publishers, share a host.
    private static let services: Set<String> = [
        "anchor.fm", "arxiv.org", "biglobe.ne.jp", "bilibili.com", "booth.pm", "brunch.co.kr", "bsky.app",
        "connpass.com",
        "crieit.net", "csdn.net", "dailymotion.com", "dev.to", "docomo.ne.jp", "doorkeeper.jp", "europa.eu",
        "excite.co.jp",
        "facebook.com", "fandom.com", "flipboard.com", "github.com", "gitlab.com", "goo.ne.jp", "google.com",
        "gunosy.com",
        "habr.com", "hackernoon.com", "hashnode.com", "hatena.ne.jp", "infoseek.co.jp", "instagram.com", "juejin.cn",
        "kakuyomu.jp", "lemmy.world", "line.me", "linkedin.com", "livedoor.com", "lobste.rs", "mastodon.social",
        "msn.com",
        "naver.com", "newspicks.com", "nicovideo.jp", "note.com", "peatix.com", "pixiv.net", "prtimes.jp", "qiita.com",
        "rakuten.co.jp", "reddit.com", "scrapbox.io", "slideshare.net", "smartnews.com", "soundcloud.com",
        "speakerdeck.com",
        "spotify.com", "stackexchange.com", "stackoverflow.com", "syosetu.com", "t.me", "threads.net", "tiktok.com",
        "togetter.com", "velog.io", "vimeo.com", "weibo.com", "wikipedia.org", "x.com", "yahoo.co.jp", "yahoo.com",
        "ycombinator.com",
        "youtube.com", "zenn.dev", "zhihu.com",
    ]

    /// Services for articles of people.
    private static let people: Set<String> = [
        "brunch.co.kr", "crieit.net", "csdn.net", "dev.to", "habr.com", "hackernoon.com", "hashnode.com", "juejin.cn",
        "note.com", "qiita.com", "scrapbox.io", "slideshare.net", "speakerdeck.com", "stackexchange.com",
        "stackoverflow.com", "velog.io", "zenn.dev",
    ]
}
