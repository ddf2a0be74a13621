import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem

/// The three questions of `init`. What the command line answers is not asked. An answer that cannot be used is asked for
/// again, with the reason.
struct StarterDialogue {
    let context: CommandContext
    let common: CommonOptions
    /// The width of the terminal.
    let columns: Int
    /// Shows text as it is.
    let tell: @Sendable (String) -> Void
    /// Returns the next line, or nil if there is none. Blocks.
    let read: @Sendable () -> String?

    /// Why an answer cannot be used, in lines.
    struct Refusal: Error {
        let lines: [String]
    }

    /// The answers of the command line; nil or empty: to be asked.
    struct Given {
        var sources: [String] = []
        var time: String?
        var output: String?
    }

    /// Returns the configuration that the answers describe. Throws with status 64 if an answer of the command line cannot
    /// be used, or if the input ends.
    func starter(
        _ given: Given, from draft: StarterConfiguration
    ) async throws(CommandFailure) -> StarterConfiguration {
        var draft = draft
        draft = try await settled(given.sources, "init.ask_sources", usual: nil, of: draft, with: sources)
        draft = try await settled(
            given.time.map { [$0] } ?? [], "init.ask_time", usual: StarterSchedule.usual, of: draft, with: time)
        return try await settled(
            given.output.map { [$0] } ?? [], "init.ask_output", usual: StarterConfiguration.usualOutput, of: draft,
            with: output)
    }

    private typealias Reading = (StarterConfiguration, [String]) async throws(Refusal) -> StarterConfiguration

    /// Takes a given answer, or asks until one can be used.
    private func settled(
        _ given: [String], _ question: String, usual: String?, of draft: StarterConfiguration, with reading: Reading
    ) async throws(CommandFailure) -> StarterConfiguration {
        guard given.isEmpty else {
            do throws(Refusal) {
                return try await reading(draft, given)
            } catch {
                throw CommandFailure(.usage, error.lines)
            }
        }
        // messages: init.ask_*
        tell("\n")
        show(context.localized(question))
        while true {
            tell(usual.map { "[\($0)] > " } ?? "> ")
            let read = read
            guard let line = await context.blocking.run(read) else {
                tell("\n")
                throw CommandFailure(.usage, context.localized("init.no_answer"))
            }
            var words = line.split { $0.isWhitespace || $0 == "," || $0 == "、" }.map(String.init)
            // A path or a list of times is one answer.
            if usual != nil, !words.isEmpty {
                words = [line.split(whereSeparator: \.isWhitespace).joined(separator: " ")]
            }
            if words.isEmpty, let usual { words = [usual] }
            guard !words.isEmpty else {
                show(context.localized("init.empty"))
                continue
            }
            do throws(Refusal) {
                return try await reading(draft, words)
            } catch {
                for line in error.lines { show(line) }
            }
        }
    }

    /// Shows a sentence in as many lines as it needs.
    private func show(_ sentence: String) {
        for line in LineBreaker(width: max(columns, 20)).lines(sentence) { tell(line + "\n") }
    }

    private func sources(
        _ draft: StarterConfiguration, _ words: [String]
    ) async throws(Refusal) -> StarterConfiguration {
        var draft = draft
        draft.sources = words.map { .init(text: $0) }
        do throws(CommandFailure) {
            _ = try await Trial(context, common, draft, own: nil, format: "text", replay: nil).plan()
        } catch {
            throw Refusal(lines: error.notices.map(\.line))
        }
        return draft
    }

    private func time(_ draft: StarterConfiguration, _ words: [String]) async throws(Refusal) -> StarterConfiguration {
        var draft = draft
        let text = words.joined(separator: " ")
        do throws(Schedule.Mistake) {
            draft.schedule = try StarterSchedule.expression(for: text)
        } catch {
            // What has not even the form of a schedule was meant as a time of the day.
            guard text.split(separator: " ").count == 5 || text.hasPrefix("@") else {
                throw Refusal(lines: [context.localized("init.no_time", ["text": .text(VisibleText.line(text))])])
            }
            var arguments = ["what": MessageArgument.message(error.message)]
            if let cure = error.suggestion { arguments["cure"] = .message(cure) }
            throw Refusal(lines: [VisibleText.line(context.localized("starter.mistake", arguments))])
        }
        return draft
    }

    private func output(
        _ draft: StarterConfiguration, _ words: [String]
    ) async throws(Refusal) -> StarterConfiguration {
        var draft = draft
        draft.output = words.joined(separator: " ")
        let reader = PlanReader(
            registry: context.registry, purpose: .check, variables: ProcessEnvironment.variables)
        let (bytes, path) = (Array(draft.text.utf8), common.config)
        let reading = await context.blocking.run { reader.read(bytes, path: path) }
        guard reading.plan == nil else { return draft }
        throw Refusal(lines: reading.errorSentences(context.localized) + [context.localized("init.endings")])
    }
}

extension PlanReading {
    /// What is wrong, with its cure, without a place in the file and in its keys: for mistakes in a text that its reader
    /// has not seen.
    func errorSentences(_ localized: Localizer) -> [String] {
        diagnostics.filter { $0.severity == .error }.map { mistake in
            let what = localized(mistake.what)
            let place = what.hasPrefix("pipelines.") ? what.firstRange(of: ": ") : nil
            var arguments = ["what": MessageArgument.text(place.map { String(what[$0.upperBound...]) } ?? what)]
            if let cure = mistake.cure { arguments["cure"] = .message(cure) }
            return VisibleText.line(localized("starter.mistake", arguments))
        }
    }
}
