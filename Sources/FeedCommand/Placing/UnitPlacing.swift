import FeedMessages
import FeedModel
import FeedPrograms
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// The units of a user: places them below `~/.config/systemd/user`, and takes them away.
struct UnitPlacing {
    let context: CommandContext
    let common: CommonOptions
    let name: String
    let owner: String
    /// The folder of the user's units.
    let folder: String
    let programs: any ProgramRunning
    let variables: [String: String]

    private var service: MarkedFile { MarkedFile(owner: owner, path: "\(folder)/\(name).service") }
    private var timer: MarkedFile { MarkedFile(owner: owner, path: "\(folder)/\(name).timer") }
    private var link: String { "\(folder)/timers.target.wants/\(name).timer" }
    private var commands: [[String]] { [["daemon-reload"], ["enable", "--now", "\(name).timer"]] }

    /// Returns the folder of the user's units (systemd.unit(5)); nil if neither `XDG_CONFIG_HOME` nor `HOME` is set.
    static func folder(_ variables: [String: String]) -> String? {
        configurations(variables).map { $0 + "/systemd/user" }
    }

    /// Returns the folder of the user's configurations, which systemd calls `%E`; nil as above.
    static func configurations(_ variables: [String: String]) -> String? {
        if let folder = variables["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config"
    }

    /// Writes both units, and starts the timer if systemd answers. Returns what happened, in sentences. Throws with the
    /// cure if one of the files is not ours; then neither is touched.
    func install(_ units: UnitFiles) async throws(CommandFailure) -> [String] {
        let new = [(service, units.service), (timer, units.timer)].map { ($0, $0.content($1)) }
        let before = try await look()
        var written: [MarkedFile] = []
        for ((file, content), present) in zip(new, before) where present != .own(content) {
            do throws(StageError) {
                try await context.blocking.run { () throws(StageError) in try file.write(content) }
                if present == .nothing { written.append(file) }
            } catch {
                // What was there before stays as it was replaced: it is ours.
                for file in written { unlink(file.path) }
                throw failure(error)
            }
        }
        let isUnchanged = zip(new, before).allSatisfy { .own($0.1) == $1 }
        var told =
            isUnchanged
            ? [context.localized("systemd.unchanged", ["file": shown(timer.path)])]
            : new.map { context.localized("systemd.placed", ["file": shown($0.0.path)]) }
        if await callsSystemd(commands) {
            told.append(context.localized("systemd.started", ["timer": .text("\(name).timer")]))
        } else {
            told.append(context.localized("systemd.not_started", ["commands": .text(lines(commands))]))
        }
        return told + [context.localized("systemd.linger")]
    }

    /// Stops the timer and removes both units. Returns what happened, in sentences.
    func remove() async throws(CommandFailure) -> [String] {
        let before = try await look()
        guard before.contains(where: { $0 != .nothing }) else {
            return [context.localized("systemd.nothing_to_remove", ["name": .text(name)])]
        }
        let isStopped = await callsSystemd([["disable", "--now", "\(name).timer"]])
        var told: [String] = []
        for (file, present) in zip([service, timer], before) where present != .nothing {
            guard unlink(file.path) == 0 else { throw failure(.writing(errno, path: file.path)) }
            told.append(context.localized("systemd.removed", ["file": shown(file.path)]))
        }
        // Without systemd nobody else removes the link of `enable`.
        if !isStopped { unlink(link) }
        _ = await callsSystemd([["daemon-reload"]])
        return told
    }

    /// Looks at both files; throws if one of them must not be touched.
    private func look() async throws(CommandFailure) -> [MarkedFile.Present] {
        let files = [service, timer]
        let found = await context.blocking.run { files.map(\.present) }
        for (file, present) in zip(files, found) {
            let text: LocalizedText
            switch present {
            case .nothing, .own: continue
            case .ofAnother(let other):
                text = .message("systemd.of_another", ["file": shown(file.path), "other": shown(other)])
            case .edited: text = .message("systemd.edited", ["file": shown(file.path)])
            case .foreign: text = .message("systemd.foreign", ["file": shown(file.path)])
            }
            throw CommandFailure(.cannotCreate, context.localized(text))
        }
        return found
    }

    /// Calls `systemctl --user` with each list of arguments; returns false at the first that fails.
    private func callsSystemd(_ commands: [[String]]) async -> Bool {
        for arguments in commands {
            let program = Program(["systemctl", "--user"] + arguments, in: "", variables: variables)
            guard await programs.run(program).ending == .exited(0) else { return false }
        }
        return true
    }

    private func lines(_ commands: [[String]]) -> String {
        commands.map { "systemctl --user " + $0.joined(separator: " ") }.joined(separator: " && ")
    }

    private func shown(_ path: String) -> MessageArgument { .text(VisibleText.line(path)) }

    private func failure(_ error: StageError) -> CommandFailure {
        CommandFailure(.state(error), ChangeLines(catalogue: context.catalogue, zone: .utc).line("systemd", error))
    }
}
