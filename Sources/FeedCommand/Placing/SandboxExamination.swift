import FeedConfiguration
import FeedMessages
import FeedRendering
import FeedSystem
import Glibc

/// What the service of `kawaraban systemd --system` would not find or could not read, in sentences with the cure.
/// Blocks.
struct SandboxExamination {
    /// The name of the units.
    let name: String
    let call: ScheduledCall
    let sandbox: UnitFiles.Sandbox
    let credentials: [String]
    /// The files that the configuration names.
    let files: [NamedFile]
    /// The state that a run from here would use.
    let presentState: String?
    /// The commands that move a state.
    let common: CommonOptions

    var sentences: [LocalizedText] {
        let folder = PathParts(call.config).folder
        let config = SandboxView().obstacle(to: call.config)
        var view = SandboxView()
        if case .hidden = config { view.movedFolder = folder }
        var seen: Set<String> = []
        return [config.map(ofConfiguration), SandboxView().obstacle(to: call.program).map(ofProgram)].compactMap(\.self)
            + files.filter { seen.insert($0.path).inserted }.compactMap { sentence(on: $0, in: view) } + ofState
            + sandbox.writtenFolders.map { message("foreign_folder", ["folder": shown($0)]) }
            + credentials.map { message("credential", ["file": shown(UnitFiles.credential($0, of: name))]) }
    }

    private func ofConfiguration(_ obstacle: SandboxView.Obstacle) -> LocalizedText {
        switch obstacle {
        case .hidden(let folder): message("hidden_config", ["folder": shown(folder)])
        case .closed(let part, let isFolder): closed(call.config, part, isFolder)
        }
    }

    private func ofProgram(_ obstacle: SandboxView.Obstacle) -> LocalizedText {
        switch obstacle {
        case .hidden(let folder): message("hidden_program", ["file": shown(call.program), "folder": shown(folder)])
        case .closed(let part, let isFolder): closed(call.program, part, isFolder)
        }
    }

    private func sentence(on file: NamedFile, in view: SandboxView) -> LocalizedText? {
        // systemd gives these folders to the service's user.
        let isOwn = ["/var/lib/\(name)", "/var/lib/private/\(name)"].contains {
            isPath(realPath(file.path), below: $0)
        }
        if isOwn { return nil }
        switch file.use {
        case .credential: return nil
        case .variables:
            return message(
                "private_variables", ["file": shown(file.path), "new": shown(UnitFiles.variables(of: name))])
        case .secret where view.obstacle(to: file.path) != nil:
            let credential = PathParts(file.path).name
            return message(
                "private_secret",
                [
                    "place": place(file), "file": shown(file.path), "credential": shown(credential),
                    "new": shown(UnitFiles.credential(credential, of: name)),
                ])
        case .secret, .content, .program:
            switch view.obstacle(to: file.path) {
            case nil: return nil
            case .closed(let part, let isFolder): return closed(file.path, part, isFolder)
            case .hidden(let folder):
                var arguments = ["place": place(file), "file": shown(file.path), "folder": shown(folder)]
                // Bound files show up only below a home that is empty instead of closed.
                if SandboxView.homes.contains(folder) { arguments["bound"] = shown(UnitFiles.escaped(file.path)) }
                return message("hidden_file", arguments)
            }
        }
    }

    /// The service would begin anew, though there is a state already.
    private var ofState: [LocalizedText] {
        guard let new = call.state, let presentState, realPath(new) != realPath(presentState),
            access(presentState, F_OK) == 0
        else {
            return []
        }
        return [
            message(
                "other_state",
                [
                    "state": shown(new), "old": shown(presentState),
                    "save": .text(common.command("state save --move")),
                ])
        ]
    }

    private func closed(_ file: String, _ part: String, _ isFolder: Bool) -> LocalizedText {
        let mode = isFolder ? "o+x" : access(part, X_OK) == 0 ? "o+rx" : "o+r"
        return message(
            "closed_file", ["file": shown(file), "command": .text("chmod \(mode) \(ScheduledCall.quoted(part))")])
    }

    private func place(_ file: NamedFile) -> MessageArgument {
        .text("\(file.place.file):\(file.place.line):\(file.place.column)")
    }

    private func message(_ key: String, _ arguments: [String: MessageArgument]) -> LocalizedText {
        // messages: systemd.sandbox.*
        .message("systemd.sandbox.\(key)", arguments.merging(["name": .text(name)]) { $1 })
    }

    private func shown(_ path: String) -> MessageArgument {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        return .text(VisibleText.line(String(path)))
    }
}
