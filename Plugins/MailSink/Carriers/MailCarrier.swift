import FeedStages

/// One way that letters take.
protocol MailCarrier: Sendable {
    /// Carries a letter once. Throws why it was not received, or `.unknownFate`.
    func deliver(_ letter: [UInt8], _ message: Message) async throws(StageError) -> Receipt
    /// Returns what became of a letter whose delivery was interrupted. Throws if it cannot find out now.
    func recover(_ letter: [UInt8], _ message: Message) async throws(StageError) -> Recovery
    /// Everything that was delivered so far is recorded.
    func close() async
}

extension MailCarrier {
    /// `.unknown` by default: only the receiver knows, and will get the same id again.
    func recover(_ letter: [UInt8], _ message: Message) async throws(StageError) -> Recovery { .unknown }
    /// Does nothing by default.
    func close() async {}
}

/// Who sends a letter to whom, and how long that may take. It is that of the configuration at the time of the attempt: a
/// corrected address counts for letters that wait, too.
struct MailEnvelope: Sendable {
    let sender: String
    let recipients: [String]
    let timeout: Duration
}
