import FeedJSON
public import FeedModel

/// A digest as JSON Lines: an entry's object on each line, nothing else, so that files can be joined.
public enum JSONLinesDigest {
    /// Renders; empty for a digest without entries.
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
