import FeedConfiguration
import FeedSystem

extension PlanAssembly {
    /// Paths count from the folder that the configuration was named in, though a symbolic link may lead to another one: a
    /// mounted configuration has a new folder at each update. But if a state lies in such a folder, too, somebody has run
    /// this configuration by that name, and beside the link all would be delivered again.
    ///
    /// - Parameter option: `settings.state` as it is written, or nil.
    func checkLinkedStates(_ option: Node?, at top: Place) {
        // Who names the state leaves nothing open.
        guard reader.statePath == nil, reader.purpose != .replay else { return }
        let written = option?.scalar ?? SettingsOptions.defaultState.text
        guard written.utf8.first != UInt8(ascii: "/") else { return }
        let named = FileNumber(statePath)
        for file in LinkChain(from: path) {
            let other = ConfigEnvironment(directory: PathParts(file).folder).resolve(path: written)
            guard let found = FileNumber(other), found != named else { continue }
            let here = named == nil ? "would be made at \(statePath)" : "is \(statePath)"
            return report(
                "settings.state: \(path) is a symbolic link; beside it the state \(here), but there is one at \(other), "
                    + "too", at: option?.place ?? top,
                suggestion: "write the whole path of the right one, or take the other one away")
        }
    }
}
