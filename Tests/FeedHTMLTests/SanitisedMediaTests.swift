import FeedHTML
import FeedModel
import Testing

@Suite("HTMLSanitiser: images, films and frames")
struct SanitisedMediaTests {
    private func safe(_ markup: String) -> String {
        HTMLSanitiser.sanitise(UntrustedHTML(markup: markup, base: "https://example.com/d/p")).markup
    }

    private func image(_ address: String) -> String {
        "<img src=\"\(address)\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\">"
    }

    private static let gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

    @Test(
        "an image that a script would load later is there at once",
        arguments: [
            "<img src='\(gif)' data-src=/i.png>", "<img data-src=/i.png>", "<img src='' data-original=/i.png>",
            "<img src=/blank.gif data-lazy-src=/i.png>", "<img src=/img/Loading.svg?1 data-src=/i.png>",
            "<img src=about:blank data-src=/i.png>", "<img data-srcset='/s.png 300w, /i.png 1200w, /l.png 4000w'>",
            "<img srcset='/i.png 2x, /s.png'>", "<img src='\(gif)' srcset='/l.png 4x, /i.png 1.5x, /s.png 1x'>",
            "<img src=/i.png data-src=/other.png>",
            "<img src='\(gif)' data-src=/i.png><noscript><img src=/i.png></noscript>",
            "<noscript><img src=/i.png></noscript>", "<img src='\(gif)'><noscript><img src=/i.png></noscript>",
            "<picture><source srcset='/i.png 800w, /l.png 3000w'><img></picture>",
            "<picture><source srcset=/w.webp type=image/webp><img src=/i.png></picture>",
            "<img src=javascript:1 data-src=/i.png>",
        ])
    func lazy(_ markup: String) {
        #expect(safe(markup) == image("https://example.com/i.png"))
    }

    @Test("what `source` offers for one picture is shown in the place of no later one")
    func nextPicture() {
        let first = "<picture><source srcset=/w.webp type=image/webp><img src=/i.png></picture>"
        let (shown, later) = (image("https://example.com/i.png"), image("https://example.com/blank.gif"))
        #expect(safe(first + "<img src=/blank.gif>") == shown + later)
    }

    @Test(
        "an image that nobody is to see goes",
        arguments: [
            "<img src=/i width=1 height=1>", "<img src=/i width=0 height=0>", "<img src=/i width=1px height=1px>",
            "<img src=/i style='width:1px; height:1px'>", "<img src=/i style='visibility: hidden'>",
            "<img src=/i style='display:none !important'>", "<img src='\(gif)'>",
            "<noscript><img height=1 width=1 src=https://t.example/tr></noscript>",
            "<img src='data:image/svg+xml,<svg>'>",
            "<img src='data:text/html;base64,AAAA'>",
        ])
    func pixels(_ markup: String) {
        #expect(safe(markup).isEmpty)
    }

    @Test("an image of one pixel's height is a line, and stays")
    func line() {
        #expect(safe("<img src=/i width=100 height=1>").contains("height=\"1\""))
    }

    @Test("a picture that is in the address itself stays, if it can hold no script")
    func inline() {
        let data = "data:image/png;base64," + String(repeating: "iVBORw0KGgo", count: 40) + "="
        #expect(safe("<img src='\(data)'>") == image(data))
        #expect(safe("<a href='\(data)'>x</a>") == "x")
        #expect(safe("<img src='\(data)\" onerror=1'>").isEmpty)
        #expect(safe("<img src='\(data.replacing("png", with: "svg+xml"))'>").isEmpty)
    }

    @Test(
        "a player or a card becomes a link to its page",
        arguments: [
            (
                "<iframe src='https://www.youtube.com/embed/abc-_1?rel=0'></iframe>",
                "https://www.youtube.com/watch?v=abc-_1"
            ),
            ("<iframe src=//www.youtube-nocookie.com/embed/abc></iframe>", "https://www.youtube.com/watch?v=abc"),
            ("<object data=http://www.youtube.com/v/abc&hl=en></object>", "https://www.youtube.com/watch?v=abc"),
            ("<embed src=https://www.youtube.com/v/abc>", "https://www.youtube.com/watch?v=abc"),
            (
                "<iframe data-src=https://player.vimeo.com/video/12?h=1 src=about:blank></iframe>",
                "https://vimeo.com/12"
            ),
            ("<iframe src=https://embed.nicovideo.jp/watch/sm9></iframe>", "https://www.nicovideo.jp/watch/sm9"),
            ("<iframe src=https://open.spotify.com/embed/episode/a1></iframe>", "https://open.spotify.com/episode/a1"),
            (
                "<iframe src='https://qiita.com/embed-contents/link-card#x' data-content='https%3A%2F%2Fexample.org%2F%3Fa%3D%E6%97%A5'/>",
                "https://example.org/?a=%E6%97%A5"
            ),
            (
                "<iframe src='https://hatenablog-parts.com/embed?a=1&url=https%3A%2F%2Fexample.org%2Fe'></iframe>",
                "https://example.org/e"
            ),
        ])
    func players(_ markup: String, _ address: String) {
        let result = safe("a\(markup)b")
        #expect(result.hasPrefix("a<a href=\"\(address)\" rel=\"noopener noreferrer nofollow\">https://"))
        #expect(result.hasSuffix("</a>b"))
        #expect(safe(result) == result)
    }

    @Test("the link bears the frame's title")
    func title() {
        let markup = "<iframe src=https://www.youtube.com/embed/a title='A &lt;b> film'></iframe>"
        #expect(safe(markup).hasSuffix(">A &lt;b&gt; film</a>"))
    }

    @Test(
        "a frame whose page is not known only lets its content through",
        arguments: [
            "<iframe src=https://example.com/>a</iframe>", "<iframe src=https://www.youtube.com.evil.example/embed/x>a",
            "<iframe src=javascript:1 data-content=javascript%3A1>a", "<iframe data-content='{\"data\":1}'>a",
            "<iframe src=https://www.youtube.com/embed/>a", "<iframe src='https://www.youtube.com/embed/\"x'>a",
            "<iframe data-content=https%3A%2F%2Fa%00b%>a", "<object><param name=x value=y>a</object>",
        ])
    func frames(_ markup: String) {
        #expect(safe(markup) == "a")
    }

    @Test("a film keeps its sources, and no address tells a name and a password")
    func sources() {
        #expect(
            safe("<video data-src=/v><source src=a.mp4 type=video/mp4><source src=javascript:1>x</video>")
                == "<video src=\"https://example.com/v\" controls=\"\" preload=\"none\">"
                + "<source src=\"https://example.com/d/a.mp4\" type=\"video/mp4\">x</video>")
        #expect(
            safe("<a href=https://good.example@evil.example/x@y>a</a>").contains("href=\"https://evil.example/x@y\""))
        #expect(safe("<a href=//u:p@h?@>a</a>").contains("href=\"https://h"))
    }
}
