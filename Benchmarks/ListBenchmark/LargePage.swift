/// A page with a long list; an entry has about 125 bytes and five elements.
enum LargePage {
    /// The page, with its list inside `levels` nested elements.
    static func bytes(entries: Int, levels: Int) -> [UInt8] {
        var page = Array("<!doctype html><title>News</title><body>".utf8)
        for _ in 0..<levels { page += "<div>".utf8 }
        page += "<ul>".utf8
        for number in 0..<entries {
            let text = """
                <li class="entry"><a href="/n/\(number)"><b>News number \(number)</b></a> <time>2026-11-22</time><p>A few words \
                of what it is about.</p></li>

                """
            page += text.utf8
        }
        page += "</ul>".utf8
        return page
    }
}
