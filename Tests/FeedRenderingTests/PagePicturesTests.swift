import FeedModel
import Testing

@testable import FeedRendering

/// Which pictures a page has.
@Suite("pictures on the page")
struct PagePicturesTests {
    private static let zenn = """
        https://res.cloudinary.com/zenn/image/upload/s--q7--/c_fit%2Cg_north_west%2Cl_text:notosansjp-medium.otf_55:\
        A%2520title%2Cw_1010/g_south_west%2Cl_text:notosansjp-medium.otf_34:author/og-base-w1200.png
        """
    private static let qiita = """
        https://qiita-user-contents.imgix.net/https%3A%2F%2Fcdn.qiita.com%2Fassets%2Fpublic%2Farticle-ogp-background-1.png\
        ?ixlib=rb-4.0.0&w=1200&mark64=aHR0cHM6Ly9h&mark-x=142
        """

    @Test("a picture that a site has drawn from the title is known by its address, also inside another site's address")
    func drawn() {
        for address in [
            Self.zenn, Self.qiita, "https://sample.imgix.net/~text?txt64=QQ&w=600",
            "https://a.imgix.net/p.png?w=1&txt=A",
            "https://ogimage.blog.st-hatena.com/1/2/3", "https://opengraph.githubassets.com/0a/owner/name",
            "https://DEV.to/social_previews/article/1.png",
            "https://thumbs.example/image/https%3A%2F%2Fres.cloudinary.com%2Fzenn%2Fc_fit%252Cl_text%253Aa%2Fb.png",
        ] { #expect(TitlePicture.isDrawn(address), "\(address)") }
        for address in [
            "https://a.example/p.jpg", "https://res.cloudinary.com/a/image/upload/w_600/photo.jpg", "", "%%%", "%",
            "https://qiita-user-contents.imgix.net/https%3A%2F%2Fqiita-image-store.s3.example%2F0%2F1.png?ixlib=rb-4.0.0",
            "https://a.example/l_text:x", "https://a.imgix.net/txt/photo.png?w=600",
            "https://a.example/" + String(repeating: "%25", count: 10_000) + "https://opengraph.githubassets.com/",
        ] { #expect(!TitlePicture.isDrawn(address), "\(address.prefix(80))") }
    }

    private func page(_ pictures: HTMLOptions.Pictures, image: String?, count: Int = 1) -> String {
        let entries = (0..<count).map { index in
            SampleDigest.entry("k\(index)") {
                $0.title = "Title"
                $0.summary = .plain("What the entry is about.")
                $0.image = image
                $0.content = .html(
                    UntrustedHTML(
                        markup: """
                            <p>\(String(repeating: "A sentence of the text. ", count: 30))<img src="https://a.example/in.png"
                            alt="A &quot;chart&quot; > of <b>"><img src="https://a.example/2.png"> end</p>
                            """))
            }
        }
        var options = HTMLOptions()
        options.pictures = pictures
        let digest = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "", entries: entries)])
        return String(decoding: HTMLDigest.render(digest, options: options), as: UTF8.self)
    }

    @Test("cards have pictures unless a site has drawn the title, or with `pictures: all`; lines never have one")
    func shown() {
        func count(_ text: String) -> Int { text.ranges(of: "class=\"picture\"").count }
        #expect(count(page(.auto, image: "https://a.example/p.jpg")) == 1)
        #expect(count(page(.auto, image: Self.zenn)) == 0)
        #expect(count(page(.auto, image: nil)) == 0)
        #expect(count(page(.all, image: Self.zenn)) == 1)
        #expect(count(page(.none, image: "https://a.example/p.jpg")) == 0)
        #expect(count(page(.all, image: "https://a.example/p.jpg", count: 20)) == 12)
    }

    @Test("with `pictures: none`, bodies have their pictures' words instead, and the policy allows no picture")
    func none() throws {
        let text = page(.none, image: "https://a.example/p.jpg")
        #expect(text.contains("A &quot;chart&quot; &gt; of &lt;b&gt; end</p>"))
        #expect(!text.contains("<img"))
        #expect(text.contains("img-src data:; "))
        #expect(!text.contains(".png"))
        let usual = page(.auto, image: nil)
        #expect(usual.ranges(of: "<img").count == 2)
        #expect(usual.contains("img-src https: http: data:"))
    }

    @Test("a picture alone is no reason for a body on a page without pictures")
    func figure() {
        let shown = SampleDigest.entry("k") {
            $0.title = "Title"
            $0.content = .html(UntrustedHTML(markup: "<p>Short.</p><img src='https://a.example/p.png'>"))
        }
        let digest = SampleDigest.digest(
            title: "T", locale: .en, sections: [DigestSection(title: "", entries: [shown])])
        let card = EntryCard(shown, columns: 80, words: DigestWords(.en), sourceTitles: SourceTitles(digest))
        for hasPictures in [true, false] {
            let body = EntryBody(
                of: shown.entry, card: card, limit: 1000, isFull: false, hasPictures: hasPictures)
            #expect((body != nil) == hasPictures)
        }
    }
}
