import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem

/// Renders the digest of `kawaraban digest`, and writes it to stdout or into a file.
struct CatchUpPage {
    let context: CommandContext
    let common: CommonOptions
    let reading: StateReading
    /// The file, or nil for stdout.
    let output: String?
    /// The name of the format.
    let format: String

    /// What is in a page of this command and in no other file.
    private static let mark = "<header class=\"masthead\" data-catch-up>"
    private static let longestPage = 64 << 20

    /// Makes the page. Throws with status 64 for an unknown format.
    init(
        _ context: CommandContext, _ common: CommonOptions, _ reading: StateReading, output: String?, format: String?
    ) throws(CommandFailure) {
        (self.context, self.common, self.reading, self.output) = (context, common, reading, output)
        let formats = context.registry.formats
        guard let format else {
            self.format = output.flatMap { Self.format(of: $0, among: formats) } ?? "text"
            return
        }
        try KnownName.require(format, among: formats.keys.sorted(), .format, context.localized)
        self.format = format
    }

    /// Returns the format that the suffix of a path means, or nil.
    private static func format(of path: String, among formats: [String: FormatDescription]) -> String? {
        let suffix = path.lowercased().split(separator: "/").last?.split(separator: ".").dropFirst().last
        guard let suffix else { return nil }
        return formats.sorted { $0.key < $1.key }.first { $0.value.suffixes.contains(String(suffix)) }?.key
    }

    /// Throws if the output is a file that must stay: with status 64 if it has another use here, with 73 for any other
    /// file. Only an HTML page of this command is replaced.
    func check(statePath: String?) async throws(CommandFailure) {
        guard let output else { return }
        let plan = reading.plan
        let replaces = format == "html"
        let fault = await context.blocking.run { () -> (ExitStatus, LocalizedText)? in
            let shown = MessageArgument.text(VisibleText.line(output))
            let arguments: [String: MessageArgument] = ["option": "--output", "path": shown]
            if let statePath, StateExamination.isFile(truePath(output), ofStateAt: truePath(statePath)) {
                return (.usage, .message("run.file_is_state", arguments))
            }
            if let use = plan?.usedFiles.use(of: output) {
                return (.usage, .message("run.file_in_use", arguments.merging(["use": MessageArgument(use)]) { $1 }))
            }
            switch SmallFile.read(output, limit: Self.longestPage) {
            case .failure(.missing): return nil
            case .success(let file):
                if replaces, String(decoding: file.bytes, as: UTF8.self).contains(Self.mark) { return nil }
            case .failure: break
            }
            return (.cannotCreate, .message("catch_up.foreign_file", ["file": shown]))
        }
        if let (status, text) = fault { throw CommandFailure(status, VisibleText.line(context.localized(text))) }
    }

    /// Writes the digest. Throws the errors of the format and of the file.
    func write(_ digest: Digest) async throws(CommandFailure) {
        let bytes = try rendered(digest)
        guard let output else { return try context.console.print(document: bytes) }
        do throws(StageError) {
            try await context.blocking.run { () throws(StageError) in try AtomicFile.write(bytes, to: output) }
        } catch {
            let lines = ChangeLines(catalogue: context.catalogue, zone: .utc)
            throw CommandFailure(.state(error), lines.line(VisibleText.line(output), error))
        }
    }

    private func rendered(_ digest: Digest) throws(CommandFailure) -> [UInt8] {
        do throws(StageError) {
            return try made().render(digest)
        } catch {
            throw CommandFailure(
                .internalError, ChangeLines(catalogue: context.catalogue, zone: .utc).line(format, error))
        }
    }

    /// The format with its usual options; text in the width of the terminal.
    private func made() throws(StageError) -> any DigestFormat {
        if format == "text", output == nil, let columns = context.console.printColumns {
            return TerminalText(columns: min(columns - 1, Self.mostColumns))
        }
        guard let described = context.registry.formats[format] else { return TerminalText(columns: 78) }
        let nowhere = Place(file: "", line: 1, column: 1)
        let section = ConfigSection(Node(.map([]), at: nowhere), path: format, diagnostics: Diagnostics())
        let services = DependencyFactory(context, common).services(for: reading.plan?.settings, zone: reading.zone)
        return try described.stage.configure(section)(services)
    }

    /// The most columns that read well.
    private static let mostColumns = 120
}
