/// The page behind an embedded player or card, for readers that show no frames.
enum EmbeddedPage {
    /// A site's player: the beginning of its address, and that of the page with the same identifier.
    private struct Player {
        var hosts: [String]
        var path: String
        var page: String
    }

    private static let players = [
        Player(
            hosts: ["www.youtube.com", "youtube.com", "m.youtube.com", "www.youtube-nocookie.com"],
            path: "/embed/", page: "https://www.youtube.com/watch?v="),
        Player(hosts: ["www.youtube.com", "youtube.com"], path: "/v/", page: "https://www.youtube.com/watch?v="),
        Player(hosts: ["player.vimeo.com"], path: "/video/", page: "https://vimeo.com/"),
        Player(
            hosts: ["embed.nicovideo.jp", "ext.nicovideo.jp"], path: "/watch/",
            page: "https://www.nicovideo.jp/watch/"),
        Player(
            hosts: ["www.dailymotion.com"], path: "/embed/video/", page: "https://www.dailymotion.com/video/"),
        Player(hosts: ["open.spotify.com"], path: "/embed/", page: "https://open.spotify.com/"),
        Player(hosts: ["embed.podcasts.apple.com"], path: "/", page: "https://podcasts.apple.com/"),
        Player(hosts: ["speakerdeck.com"], path: "/player/", page: "https://speakerdeck.com/player/"),
        Player(hosts: ["www.slideshare.net"], path: "/slideshow/", page: "https://www.slideshare.net/slideshow/"),
    ]

    /// Sites whose frames have the page's address in the parameter `url`.
    private static let cards = ["hatenablog-parts.com", "w.soundcloud.com", "cdn.iframe.ly"]

    /// The page of the player at `source`; nil if the player is unknown.
    static func address(ofPlayer source: [UInt8]) -> [UInt8]? {
        let text = source.drop(while: HTMLTokenizer.isBlank)
        let scheme = text.prefix { $0 != UInt8(ascii: "/") }
        guard ["", "http:", "https:"].contains(String(decoding: scheme, as: UTF8.self).lowercased()),
            text[scheme.endIndex...].starts(with: "//".utf8)
        else { return nil }
        let rest = text[(scheme.endIndex + 2)...]
        let host = rest.prefix { !"/?#".utf8.contains($0) }
        let path = rest[host.endIndex...]
        let name = String(decoding: host, as: UTF8.self).lowercased()
        if cards.contains(name) {
            guard let query = path.firstIndex(of: UInt8(ascii: "?")) else { return nil }
            let parameters = path[(query + 1)...].prefix { $0 != UInt8(ascii: "#") }
            let url = parameters.split(separator: UInt8(ascii: "&")).first { $0.starts(with: "url=".utf8) }
            return url.flatMap { address(encoded: Array($0.dropFirst(4))) }
        }
        for player in players where player.hosts.contains(name) && path.starts(with: player.path.utf8) {
            let identifier = path.dropFirst(player.path.utf8.count).prefix(while: isOfPath)
            if identifier.elementsEqual("videoseries".utf8) { return nil }
            if !identifier.isEmpty { return Array(player.page.utf8) + identifier }
        }
        return nil
    }

    /// Decodes a web address that was percent-encoded as a whole: `https%3A%2F%2Fexample.com%2F`.
    static func address(encoded: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var index = 0
        while index < encoded.count {
            if encoded[index] == UInt8(ascii: "%"), index + 2 < encoded.count,
                let byte = UInt8(String(decoding: encoded[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                output.append(byte)
                index += 3
            } else {
                output.append(encoded[index])
                index += 1
            }
        }
        let isWeb = output.starts(with: "https://".utf8) || output.starts(with: "http://".utf8)
        // A value that was encoded twice or cut can decode to anything.
        guard isWeb, String(validating: output, as: UTF8.self) != nil, output.allSatisfy({ $0 > 0x20 }) else {
            return nil
        }
        return output
    }

    private static func isOfPath(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "-_./".utf8.contains(byte)
    }
}
