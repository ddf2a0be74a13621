import FeedModel

/// A document of a publisher. The title of each article ends with a star and the article's number.
struct PublisherDocument {
    let publisher: Publisher
    let articles: [Article]
    /// When it was made, in milliseconds since 1970; nil if the document does not contain that.
    var stamp: Int64?

    var contentType: String {
        switch publisher.habits.format {
        case .rss: "application/rss+xml; charset=utf-8"
        case .rdf: "application/rdf+xml"
        case .atom: "application/atom+xml; charset=utf-8"
        case .qiita: "application/json; charset=utf-8"
        }
    }

    var bytes: [UInt8] {
        let text =
            switch publisher.habits.format {
            case .rss: rss
            case .rdf: rdf
            case .atom: atom
            case .qiita: "[" + articles.map(item).joined(separator: ",") + "]"
            }
        return Array(text.utf8)
    }

    private var home: String { "https://\(publisher.name.replacing("_", with: "-")).example/" }

    private func link(_ article: Article) -> String {
        article.link
            ?? (publisher.habits.format == .qiita
                ? Publisher.qiitaAddress(of: article.number) : "\(home)k/\(article.number)")
    }

    private func title(_ article: Article) -> String { "\(publisher.name)の記事☆\(article.number)" }

    private func text(_ article: Article) -> String {
        "瓦版\(article.number)：" + String(repeating: "本文はここにあります。", count: 3 + article.number % 9)
    }

    private func date(_ article: Article) -> String? {
        article.date.map { Timestamp(milliseconds: $0).rfc3339(offset: 9 * 3600) }
    }

    private var rss: String {
        var text =
            "<?xml version='1.0' encoding='UTF-8'?><rss version='2.0'><channel><title>\(publisher.name)</title><link>\(home)</link>"
        if let stamp { text += "<lastBuildDate>\(Self.mailDate(stamp))</lastBuildDate>" }
        for article in articles {
            text +=
                "<item><title>\(title(article))</title><link>\(link(article))</link><guid isPermaLink='false'>g\(article.number)</guid>"
            if let date = article.date { text += "<pubDate>\(Self.mailDate(date))</pubDate>" }
            text += "<description>\(self.text(article))</description></item>"
        }
        return text + "</channel></rss>"
    }

    private var rdf: String {
        var text = """
            <?xml version='1.0' encoding='UTF-8'?><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
            xmlns='http://purl.org/rss/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/' \
            xmlns:hatena='http://www.hatena.ne.jp/info/xmlns#'><channel rdf:about='\(home)'><title>\(publisher.name)</title>\
            <link>\(home)</link></channel>
            """
        for article in articles {
            text += "<item rdf:about='\(link(article))'><title>\(title(article))</title><link>\(link(article))</link>"
            if let date = date(article) { text += "<dc:date>\(date)</dc:date>" }
            text += "<hatena:bookmarkcount>\(100 + article.number % 400)</hatena:bookmarkcount>"
            text += "<description>\(self.text(article))</description></item>"
        }
        return text + "</rdf:RDF>"
    }

    private var atom: String {
        let updated = Timestamp(milliseconds: articles.compactMap(\.date).max() ?? 0).rfc3339()
        var text =
            "<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom'><id>\(home)</id><title>\(publisher.name)</title><updated>\(updated)</updated>"
        for article in articles {
            let date = date(article) ?? updated
            text +=
                "<entry><id>tag:\(publisher.name),2026:\(article.number)</id><title>\(title(article))</title><link href='\(link(article))'/>"
            text +=
                "<published>\(date)</published><updated>\(date)</updated><summary>\(self.text(article))</summary></entry>"
        }
        return text + "</feed>"
    }

    private func item(_ article: Article) -> String {
        let id = Publisher.qiitaAddress(of: article.number).suffix(20)
        return
            #"{"id":"\#(id)","title":"\#(title(article))","url":"\#(link(article))","rendered_body":"<p>\#(text(article))</p>","#
            + #""created_at":"\#(date(article) ?? "")","updated_at":"\#(date(article) ?? "")","likes_count":\#(article.number % 50),"#
            + #""tags":[{"name":"Swift"}],"user":{"id":"someone","name":""}}"#
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The time as `Sun, 22 Nov 2026 01:02:03 GMT`.
    static func mailDate(_ moment: Int64) -> String {
        let text = Timestamp(milliseconds: moment).rfc3339()
        let month = months[(Int(text.dropFirst(5).prefix(2)) ?? 1) - 1]
        let weekday = weekdays[Int((moment / Publisher.day + 4) % 7)]
        return
            "\(weekday), \(text.dropFirst(8).prefix(2)) \(month) \(text.prefix(4)) \(text.dropFirst(11).prefix(8)) GMT"
    }
}
