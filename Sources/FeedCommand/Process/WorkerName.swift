import ArgumentParser
import FeedMessages

/// The name that a command line gives a worker of a shared state.
enum WorkerName {
    /// The longest name, in bytes.
    private static let most = 255

    /// Throws a mistake of the command line if other commands or tables could not show or take the name.
    static func validate(_ name: String?) throws {
        guard let name else { return }
        let isFit =
            (1...most).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isFit else { throw ValidationError(Surroundings.localized("usage.worker_name")) }
    }
}
