/// A file that belongs to an entry: a podcast's sound, a video (RSS 2.0 §enclosure).
public struct Enclosure: Sendable, Hashable {
    /// Absolute address.
    public var url: String
    /// Media type such as `audio/mpeg`, or nil if none was given.
    public var mediaType: String?
    /// Size in bytes, not negative, or nil.
    public var size: Int64?
    /// Duration in seconds, not negative, or nil.
    public var duration: Int?
    /// Title as plain text, or nil.
    public var title: String?

    /// Makes an enclosure.
    public init(
        url: String, mediaType: String? = nil, size: Int64? = nil, duration: Int? = nil, title: String? = nil
    ) {
        self.url = url
        self.mediaType = mediaType
        self.size = size
        self.duration = duration
        self.title = title
    }
}
