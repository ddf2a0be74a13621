/// The secrets that were read, so that records mask them; the files that the configuration names; and missing secrets.
///
/// It is a class, because all sections of one reading add to the same lists.
package final class SecretCollection {
    package private(set) var list: [Secret] = []
    /// The files that the configuration names, in the order of reading.
    package private(set) var namedFiles: [NamedFile] = []
    /// Whether a program prints one of the secrets.
    package private(set) var namesCommands = false
    /// Secrets that are not available, in the order of reading.
    package private(set) var unavailableValues: [UnavailableValue] = []
    /// Options whose secrets were not read, because no program is run.
    package private(set) var unasked: [String] = []
    /// The output of programs. Each program is run once, for all options that name it.
    private var answers: [[String]: Result<[UInt8], SecretCommand.Failure>] = [:]
    private var timeOfPrograms = Duration.zero
    /// Time limit of all programs of one reading, so that several slow ones cannot delay a run for long.
    private static let longestTime = Duration.seconds(60)

    package init() {}
    package func add(_ secret: Secret) { list.append(secret) }
    package func record(_ file: NamedFile) { namedFiles.append(file) }
    package func recordCommand() { namesCommands = true }
    package func record(_ unavailable: UnavailableValue) { unavailableValues.append(unavailable) }
    package func recordUnasked(_ path: String) { unasked.append(path) }

    /// Returns the output of a program. Blocks until the program has ended, at most 10 s.
    func answer(of words: [String], in environment: ConfigEnvironment) -> Result<[UInt8], SecretCommand.Failure> {
        if let answer = answers[words] { return answer }
        guard timeOfPrograms < Self.longestTime else { return .failure(.noTimeLeft) }
        let begun = ContinuousClock.now
        let answer = SecretCommand.run(
            words, in: environment, messages: environment.passesMessages ? SecretCommand.standardMessages : nil)
        timeOfPrograms += ContinuousClock.now - begun
        answers[words] = answer
        return answer
    }
}
