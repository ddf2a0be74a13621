import FeedJSON
import FeedPosting
import FeedStages

extension HTTPResponse {
    /// What Discord's answer means for a message, or nil if it was received.
    func discordRefusal(at endpoint: String) -> StageError? {
        guard var refusal = refusal(at: endpoint) else { return nil }
        if status == 429, let wait = discordWait { refusal.retryAfter = wait }
        // "Must be 2000 or fewer in length.", "Embed size exceeds maximum size of 6000"
        let words = String(decoding: body.prefix(4096), as: UTF8.self)
        if refusal.code == .rejected, status == 400,
            words.contains("in length") || words.contains("exceeds maximum size")
        {
            refusal.code = .messageTooLarge
        }
        return refusal
    }

    /// `retry_after` of a 429, in seconds with a fraction (Discord, "Rate limits"): finer than the header.
    private var discordWait: Duration? {
        let json: JSONValue
        do { json = try JSONReader.read(body) } catch { return nil }
        guard case .number(let text) = json["retry_after"], let seconds = Double(text), seconds.isFinite, seconds >= 0
        else { return nil }
        return min(.milliseconds(Int64(min(seconds, 100_000) * 1000) + 1), Self.longestPause)
    }
}
