import FeedConfiguration
import FeedJSON

/// The manual for programs.
enum ManualJSON {
    /// An array of stages; with their options if `isWhole`.
    static func document(_ manuals: [StageManual], isWhole: Bool) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for manual in manuals {
            writer.beginObject()
            writer.member("kind", manual.kind.rawValue)
            writer.member("type", manual.type)
            writer.member("summary", manual.summary)
            if isWhole {
                write("options", manual.options, into: &writer)
                if !manual.commonOptions.isEmpty { write("common_options", manual.commonOptions, into: &writer) }
            }
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }

    private static func write(_ name: String, _ options: [OptionSpec], into writer: inout JSONWriter) {
        writer.name(name)
        writer.beginArray()
        for option in options {
            writer.beginObject()
            writer.member("key", option.key)
            writer.member("value_type", option.typeName)
            writer.member("required", option.isRequired)
            writer.member("default", option.defaultText)
            writer.member("range", option.range)
            writer.member("help", option.help)
            writer.endObject()
        }
        writer.endArray()
    }
}
