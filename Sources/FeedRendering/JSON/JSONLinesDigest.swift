import FeedJSON
public import FeedModel

/// A digest as JSON Lines: an entry's object on each line, nothing else, so that files can be joined.
public enum JSONLinesDigest {
    /// Renders; empty for a digest without entries.
    public static func render(_ digest: Digest) -> [UInt8] {
        var bytes: [UInt8] = []
        for section in digest.sections {
            for entry in section.entries {
                var line = JSONWriter()
                EntryJSON.write(entry, pipeline: digest.pipeline, zone: digest.zone, into: &line)
                bytes.append(contentsOf: line.bytes)
                bytes.append(UInt8(ascii: "\n"))
            }
        }
        return bytes
    }
}
