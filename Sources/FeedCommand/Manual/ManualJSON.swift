import FeedConfiguration
import FeedJSON
import FeedMessages

/// The manual as JSON.
enum ManualJSON {
    /// Returns an array of stages, with their options if `isWhole`.
    static func document(_ manuals: [StageManual], isWhole: Bool, _ localized: Localizer) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for manual in manuals {
            writer.beginObject()
            writer.member("kind", manual.kind.rawValue)
            writer.member("type", manual.type)
            writer.member("summary", localized(manual.summary))
            if isWhole {
                write("short_forms", manual.shortForms, into: &writer)
                write("suffixes", manual.suffixes, into: &writer)
                write("options", manual.options, localized, into: &writer)
                if !manual.commonOptions.isEmpty {
                    write("common_options", manual.commonOptions, localized, into: &writer)
                }
            }
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }

    private static func write(_ name: String, _ words: [String], into writer: inout JSONWriter) {
        guard !words.isEmpty else { return }
        writer.name(name)
        writer.beginArray()
        for word in words { writer.value(word) }
        writer.endArray()
    }

    private static func write(
        _ name: String, _ options: [OptionSpec], _ localized: Localizer, into writer: inout JSONWriter
    ) {
        writer.name(name)
        writer.beginArray()
        for option in options {
            writer.beginObject()
            writer.member("key", option.key)
            writer.member("value_type", localized(option.typeName))
            writer.member("required", option.isRequired)
            writer.member("default", option.defaultText)
            writer.member("range", option.range?.description)
            writer.member("help", localized(option.help))
            writer.endObject()
        }
        writer.endArray()
    }
}
