public import FeedConfiguration
public import FeedStages

extension HTTPTransport {
    /// Posts a JSON document; throws what `answer` makes of the answer, or what became of the request.
    public func post(
        json: [UInt8], to url: Secret, refusal: @Sendable (HTTPResponse) -> StageError?
    ) async throws(StageError) {
        var request = HTTPRequest(
            "POST", url: url, headers: [HTTPField("content-type", "application/json; charset=utf-8")], body: json,
            followsRedirects: false)
        request.answerPrefix = HTTPResponse.postedPrefix
        do throws(StageError) {
            let answer = try await send(request)
            if let refusal = refusal(answer) { throw refusal }
        } catch {
            throw error.afterSending
        }
    }
}
