public import FeedConfiguration
public import FeedStages

extension FileSink {
    /// The options of `file`: `path`, `each`, `mode`, `when_empty`, `max_entries`, `keep` and `omitted`.
    public struct Configuration: StageConfiguration {
        let path: PathTemplate
        /// Whether a file has digests, or one entry.
        let each: Each
        let mode: Mode
        let whenEmpty: WhenEmpty
        let maxEntries: Int
        /// How long files are kept after the last delivery to them; nil for ever.
        let keep: Duration?
        /// Whether each page gets another one beside it with the entries that it leaves out.
        let hasOmittedPages: Bool

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            path = section.require(
                "path",
                help: .message("option.file_sink.path"))
            each = section.option("each", default: .digest, help: .message("option.file_sink.each"))
            mode = section.option(
                "mode", default: .merge, help: .message("option.file_sink.mode"))
            whenEmpty = section.option(
                "when_empty", default: .skip, help: .message("option.file_sink.when_empty"))
            maxEntries = section.option(
                "max_entries", default: 1000, in: 1...100_000,
                help: .message("option.file_sink.max_entries"))
            keep = section.option(
                "keep", in: .seconds(86_400)...(.seconds(36_500 * 86_400)), help: .message("option.file_sink.keep"))
            let omitted = section.option("omitted", as: Bool.self, help: .message("option.file_sink.omitted"))
            let isPossible = each == .digest && mode != .append && section.chosenFormat?.hasOmittedPage == true
            hasOmittedPages = (omitted ?? true) && isPossible
            if omitted == true, each == .digest, !isPossible {
                section.report(
                    .message("file.no_omitted_page", ["path": .text(section.path)]),
                    at: section.node["omitted"]?.place, suggestion: .message("file.no_omitted_page.cure"))
            }
            if each == .entry { Self.reportOptionsOfDigests(section) }
            if each == .digest, let placeholder = path.placeholderOfEntry {
                section.report(
                    .message(
                        "file.placeholder_of_entry",
                        ["path": .text(section.path), "name": .text(placeholder.rawValue)]),
                    at: section.node["path"]?.place, suggestion: .message("file.placeholder_of_entry.cure"))
            }
            if keep != nil, each == .digest, !path.isDated {
                section.report(
                    .message("file.keep_undated", ["path": .text(section.path)]), at: section.node["keep"]?.place,
                    suggestion: .message("file.keep_undated.cure"))
            }
            if mode == .append, let format = section.chosenFormat, !format.isAppendable {
                section.report(
                    .message(
                        "file.no_appending", ["path": .text(section.path), "format": .text(format.stage.type)]),
                    at: section.node["mode"]?.place,
                    suggestion: .message("file.no_appending.cure"))
            }
        }

        init(
            path: PathTemplate, each: Each = .digest, mode: Mode, whenEmpty: WhenEmpty = .skip, maxEntries: Int = 1000,
            keep: Duration? = nil, hasOmittedPages: Bool = false
        ) {
            self.path = path
            self.each = each
            self.mode = mode
            self.whenEmpty = whenEmpty
            self.maxEntries = maxEntries
            self.keep = keep
            self.hasOmittedPages = hasOmittedPages
        }

        /// Reports options that a file of one entry does not have: it is written once.
        private static func reportOptionsOfDigests(_ section: ConfigSection) {
            for option in ["mode", "when_empty", "max_entries", "omitted"] where section.isGiven(option) {
                section.report(
                    .message("file.not_of_entries", ["path": .text(section.path), "option": .text(option)]),
                    at: section.node[option]?.place, suggestion: .message("file.not_of_entries.cure"))
            }
        }
    }

    /// The content of one file.
    enum Each: String, ConfigChoice {
        case digest, entry
    }

    /// How a delivery changes a file.
    enum Mode: String, ConfigChoice {
        /// The file is a page with the entries of all deliveries, up to `max_entries`.
        case merge
        /// The file is a page with the entries of the last delivery.
        case replace
        /// The file grows by the entries of each delivery.
        case append
    }

    /// Whether a digest without entries is skipped or written.
    enum WhenEmpty: String, ConfigChoice {
        case skip, write
    }
}
