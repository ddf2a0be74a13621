/// Something that a test waits for did not become true.
public struct NotInTime: Error, CustomStringConvertible {
    /// How long the test has waited.
    public let waited: Duration
    /// A sentence for the report of the test.
    public var description: String { "what the test waits for was not true after \(waited)" }
}

/// Waits until something is true, and looks again and again. Throws `NotInTime` if it still is not after five minutes,
/// so that a test fails and the machine does not hang; throws nothing if the task is cancelled.
public func eventually(_ isTrue: () throws -> Bool) async throws {
    let (begun, most) = (ContinuousClock.now, Duration.seconds(300))
    while try !isTrue() {
        guard !Task.isCancelled else { return }
        guard ContinuousClock.now - begun < most else { throw NotInTime(waited: most) }
        await Task.yield()
        // Who only yields keeps a core busy that others may need to make it true.
        if ContinuousClock.now - begun > .milliseconds(20) { try? await Task.sleep(for: .milliseconds(2)) }
    }
}
