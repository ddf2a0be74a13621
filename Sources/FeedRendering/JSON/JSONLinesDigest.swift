import FeedJSON
public import FeedModel

/// Renders a digest as JSON Lines: one entry's object per line and nothing else, so that files can be joined.
public enum JSONLinesDigest {
    /// Renders a digest as UTF-8. A digest without entries gives no bytes.
    public static func render(_ digest: Digest) -> [UInt8] {
        var writer = JSONWriter(capacity: EntryJSON.estimatedSize(of: digest))
        for section in digest.sections {
            for entry in section.entries {
                EntryJSON.write(entry, pipeline: digest.pipeline, zone: digest.zone, into: &writer)
                writer.endLine()
            }
        }
        return writer.bytes
    }
}
