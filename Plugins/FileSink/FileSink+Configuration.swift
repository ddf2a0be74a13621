public import FeedConfiguration
public import FeedStages

extension FileSink {
    /// The options of `file`: `path`, `mode`, `when_empty` and `max_entries`.
    public struct Configuration: StageConfiguration {
        let path: PathTemplate
        let mode: Mode
        let whenEmpty: WhenEmpty
        let maxEntries: Int

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            path = section.require(
                "path",
                help: .message("option.file_sink.path"))
            mode = section.option(
                "mode", default: .replace, help: .message("option.file_sink.mode"))
            whenEmpty = section.option(
                "when_empty", default: .skip, help: .message("option.file_sink.when_empty"))
            maxEntries = section.option(
                "max_entries", default: 1000, in: 1...100_000,
                help: .message("option.file_sink.max_entries"))
            if mode == .append, let format = section.chosenFormat, !format.isAppendable {
                section.report(
                    .message(
                        "file.no_appending", ["path": .text(section.path), "format": .text(format.stage.type)]),
                    at: section.node["mode"]?.place,
                    suggestion: .message("file.no_appending.cure"))
            }
        }

        init(path: PathTemplate, mode: Mode, whenEmpty: WhenEmpty = .skip, maxEntries: Int = 1000) {
            self.path = path
            self.mode = mode
            self.whenEmpty = whenEmpty
            self.maxEntries = maxEntries
        }
    }

    /// Whether a file's old content is replaced or kept.
    enum Mode: String, ConfigChoice {
        case replace, append
    }

    /// Whether a digest without entries is skipped or written.
    enum WhenEmpty: String, ConfigChoice {
        case skip, write
    }
}
