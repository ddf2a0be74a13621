import FeedModel

/// Pictures that a site draws from the title of an entry, for links in social networks. They show nothing that does not
/// stand beside them.
enum TitlePicture {
    /// A place where such pictures are made, by what their addresses have in this order.
    private struct Maker {
        let host: String
        /// One of these follows the host; anything does if there are none.
        var marks: [String] = []

        func made(_ address: String) -> Bool {
            guard let place = address.firstRange(of: host) else { return false }
            return marks.isEmpty || marks.contains { address[place.upperBound...].contains($0) }
        }
    }

    private static let makers = [
        // Zenn: layers of text over a card.
        Maker(host: "cloudinary.com/", marks: ["l_text:"]),
        // Qiita: an image of text (`~text`), laid as a mark over a background.
        Maker(host: "qiita-user-contents.imgix.net/", marks: ["article-ogp-background", "?mark64=", "&mark64="]),
        Maker(host: ".imgix.net/", marks: ["?txt=", "&txt=", "?txt64=", "&txt64=", "~text"]),
        Maker(host: "ogimage.blog.st-hatena.com/"),
        Maker(host: "opengraph.githubassets.com/"),
        Maker(host: "dev.to/social_previews/"),
    ]

    /// Whether the picture at an address is one of them. Addresses of other sites that fetch it have it encoded in them.
    static func isDrawn(_ address: String) -> Bool {
        guard address.utf8.count <= longestAddress else { return false }
        var text = address.lowercased()
        for _ in 0..<mostEncodings {
            if makers.contains(where: { $0.made(text) }) { return true }
            guard text.utf8.contains(UInt8(ascii: "%")) else { return false }
            text = String(decoding: PercentCoding.decoded(text.utf8), as: UTF8.self).lowercased()
        }
        return false
    }

    private static let longestAddress = 16_384
    private static let mostEncodings = 4
}
