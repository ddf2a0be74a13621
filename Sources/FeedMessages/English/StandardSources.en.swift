extension EnglishMessages {
    /// The standard sources, but those of lists.
    static let standardSources: StaticString = """

        summary.source.qiita = articles of qiita.com: a search, a tag, a user or one article
        summary.parser.qiita = JSON of Qiita's API: a list of articles, or one
        option.qiita.query = search words, as on Qiita: `tag:Swift stocks:>10`
        option.qiita.tag = a tag such as Swift or C#
        option.qiita.user = a user's id
        option.qiita.item = an article's id (20 hexadecimal digits) or its URL
        option.qiita.token = access token with the scope read_qiita; 1,000 requests an hour instead of 60
        option.qiita.pages = most pages of 100 articles to read; if left out, 1 at the first fetch or without a token, else 5
        qiita.token_and_auth = {path}: `token` and `auth` cannot be used together
        qiita.token_and_auth.cure = remove `auth`
        qiita.no_article = {path}.item: `{item}` is not an article
        qiita.no_article.cure = write the 20 hexadecimal digits at the end of the article's URL
        qiita.no_articles = JSON list without articles
        summary.source.google_news = headlines of Google News: top stories, a topic, a place or a search
        summary.parser.google_news = RSS and Atom of Google News, headline and publisher separated
        google_news.terms = by its own text, Google's feed is for personal, non-commercial use in a feed reader
        option.google_news.topic = a section of the front page; without any option the top stories
        option.google_news.search = search words; `when:7d`, `site:`, `intitle:`, `OR` and `-word` work
        option.google_news.geo = news of a place, such as Tokyo or 札幌
        option.google_news.url = any URL of news.google.com; old forms are converted
        option.google_news.edition = country and language; {editions} if left out, by settings.locale
        type.edition = country and language such as JP:ja or US:en
        google_news.other_site = {path}.url: this is not a feed of news.google.com
        google_news.other_site.cure = use `type: feed` for feeds of other sites
        google_news.topic.top = Top stories
        google_news.topic.world = World
        google_news.topic.nation = Nation
        google_news.topic.japan = Japan
        google_news.topic.business = Business
        google_news.topic.technology = Technology
        google_news.topic.entertainment = Entertainment
        google_news.topic.sports = Sports
        google_news.topic.science = Science
        google_news.topic.health = Health
        summary.source.zenn = articles of zenn.dev: the trend, a topic or a user
        option.zenn.topic = a topic's name in URLs, such as swift or 機械学習
        option.zenn.user = a user's name in URLs
        option.zenn.all = all articles of the user, not only the newest
        zenn.all_without_user = {path}.all: needs `user`
        zenn.all_without_user.cure = add `user:`
        summary.source.hatena = pages bookmarked at b.hatena.ne.jp: a category or a search
        summary.parser.hatena = RSS of Hatena Bookmark, without pages of few users
        option.hatena.category = a category of hot entries
        option.hatena.search = words to search for, newest pages first
        option.hatena.min_users = least number of users who bookmarked a page
        summary.filter.bookmarks = sets the number `bookmarks` of entries of all sources, by a service that counts them
        option.bookmarks.from = the service that is asked; it gets the addresses of public pages, 50 at a time
        option.bookmarks.max_age = how long an answer is fresh; four times as long for entries over 3 days old, 28 times over 14 days
        option.bookmarks.per_run = most addresses to ask for in a run, the newest first; the others are asked for in the next runs
        summary.source.feed = any feed at a URL: RSS, Atom, RDF, JSON Feed
        summary.parser.feed = reads RSS, Atom, RDF and JSON Feed, recognised by their content
        option.feed.url = URL of the feed; may be a secret
        summary.source.file = documents in files, by path or pattern, or on standard input
        option.file_source.path = files, relative to this configuration; `*`, `?`, `[a-z]` and `**` are patterns, `-` \
        is standard input
        file.empty_path = {path}.path: an empty path
        file.is_folder = a folder
        file.is_pipe = a named pipe
        file.is_socket = a socket
        file.is_device = a device
        file.is_state = the state of this run
        qiita.token_characters = contains other characters than A-Z a-z 0-9 . _ -, or is longer than 512

        """
}
