/// Every secret that was read, so that records can mask them, the files that they were read from, and what is lacking.
///
/// A class, because every section of one reading adds to the same list.
package final class SecretCollection {
    package private(set) var list: [Secret] = []
    /// Paths of files that hold secrets or vouch for servers: none of them is an output.
    package private(set) var files: [String] = []
    /// Whether a program prints one of them.
    package private(set) var namesCommands = false
    /// Secrets that cannot be had, in the order of reading.
    package private(set) var unavailableValues: [UnavailableValue] = []
    /// Options whose secrets were not asked for, because no program is run.
    package private(set) var unasked: [String] = []
    /// What programs have printed: each is run once, however many options name it.
    private var answers: [[String]: Result<[UInt8], SecretCommand.Failure>] = [:]
    private var timeOfPrograms = Duration.zero
    /// For all programs of one reading: a dozen that hang must not keep a run from its work.
    private static let longestTime = Duration.seconds(60)

    package init() {}
    package func add(_ secret: Secret) { list.append(secret) }
    package func recordFile(_ path: String) { files.append(path) }
    package func recordCommand() { namesCommands = true }
    package func record(_ unavailable: UnavailableValue) { unavailableValues.append(unavailable) }
    package func recordUnasked(_ path: String) { unasked.append(path) }

    /// What a program prints; blocks until it has ended, up to 10 s.
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
