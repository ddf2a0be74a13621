/// The attributes that a feed reader uses; all others are `other`.
enum AttributeName: UInt8, Sendable {
    case other
    case href, rel, type, mode, title, hreflang, length, url, term, scheme, label, domain, version, uri, src, text
    case medium, role, duration, fileSize, isPermaLink, about, resource, base, lang, lastModified, value, name,
        isDefault, width

    /// The attribute with the name `local` (any case), whatever its prefix. `FeedScanner` itself checks the prefix of
    /// `xml:base` and `xml:lang`.
    init(_ local: String) { self = Self.names[local.lowercased()] ?? .other }

    private static let names: [String: AttributeName] = [
        "href": .href, "rel": .rel, "type": .type, "mode": .mode, "title": .title, "hreflang": .hreflang,
        "length": .length, "url": .url, "term": .term, "scheme": .scheme, "label": .label, "domain": .domain,
        "version": .version, "uri": .uri, "src": .src, "text": .text, "medium": .medium, "role": .role,
        "duration": .duration,
        "filesize": .fileSize, "ispermalink": .isPermaLink, "about": .about, "resource": .resource, "base": .base,
        "lang": .lang, "lastmod": .lastModified, "value": .value, "name": .name, "isdefault": .isDefault,
        "width": .width,
    ]
}
