import FeedModel

// Stands in until FeedHTML has its sanitiser: no markup survives at all.

struct SafeHTML { let markup: String }

enum HTMLSanitiser {
    static func sanitise(_ html: UntrustedHTML) -> SafeHTML {
        var bytes: [UInt8] = []
        for byte in HTMLText.plain(html).utf8 {
            switch byte {
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            default: bytes.append(byte)
            }
        }
        return SafeHTML(markup: String(decoding: bytes, as: UTF8.self))
    }
}

enum HTMLText {
    static func plain(_ html: UntrustedHTML) -> String {
        var bytes: [UInt8] = []
        var isInTag = false
        for byte in html.markup.utf8 {
            switch byte {
            case UInt8(ascii: "<"):
                isInTag = true
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: ">") where isInTag: isInTag = false
            default: if !isInTag { bytes.append(byte) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
