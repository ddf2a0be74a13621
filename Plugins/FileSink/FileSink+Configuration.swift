public import FeedConfiguration
public import FeedStages

extension FileSink {
    /// `path`, `mode`, `when_empty`, `max_entries`.
    public struct Configuration: StageConfiguration {
        let path: PathTemplate
        let mode: Mode
        let whenEmpty: WhenEmpty
        let maxEntries: Int

        /// Reads the options.
        public init(from section: ConfigSection) {
            path = section.require(
                "path",
                help: "where to write; relative to the configuration's folder; beside {{week}}, {{year}} is the week's")
            mode = section.option(
                "mode", default: .replace, help: "whether the file is one digest or grows by each delivery's entries")
            whenEmpty = section.option(
                "when_empty", default: .skip, help: "whether a digest without entries is written, too")
            maxEntries = section.option(
                "max_entries", default: 1000, in: 1...100_000,
                help: "entries that a replaced file holds; the first delivered is the first to leave")
            if mode == .append, let format = section.chosenFormat, !format.isAppendable {
                section.report(
                    "\(section.path): `\(format.stage.type)` cannot be appended to a file",
                    at: section.node["mode"]?.place,
                    suggestion: "choose `text`, `markdown` or `jsonl`, or `mode: replace`")
            }
        }

        init(path: PathTemplate, mode: Mode, whenEmpty: WhenEmpty = .skip, maxEntries: Int = 1000) {
            self.path = path
            self.mode = mode
            self.whenEmpty = whenEmpty
            self.maxEntries = maxEntries
        }
    }

    /// What becomes of the file's old content.
    enum Mode: String, ConfigChoice {
        case replace, append
    }

    /// What becomes of a digest without entries.
    enum WhenEmpty: String, ConfigChoice {
        case skip, write
    }
}
