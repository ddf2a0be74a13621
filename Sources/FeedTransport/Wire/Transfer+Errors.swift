import CLibCurl
import FeedModel
import FeedStages
import FeedSystem

// Translates libcurl's codes into errors of the report.
extension Transfer {
    func error(for failure: AnswerCollector.Failure) -> StageError {
        switch failure {
        case .headersTooLarge:
            StageError(
                .headersTooLarge, subject: request.maskedURL, facts: [.limit: String(HeaderCollector.mostBytes)])
        case .tooLarge:
            StageError(
                .tooLarge, subject: request.maskedURL,
                facts: [.limit: String(request.limits.maxBody), .option: "max_body"])
        case .hollow: hollow(after: answer.received, of: "packing")
        case .truncated: StageError(.truncated, subject: request.maskedURL)
        case .encoding(let coding): StageError(.encoding, subject: request.maskedURL, facts: [.found: coding])
        }
    }

    /// The error for a response of `bytes` bytes with next to no content; `kind` is `framing` or `packing`.
    func hollow(after bytes: Int, of kind: String = "framing") -> StageError {
        StageError(.tooLarge, subject: request.maskedURL, facts: [.received: String(bytes), .found: kind])
    }

    func error(for code: CURLcode) -> StageError {
        if let refusedAddress, openedSockets.isEmpty { return refusal(of: refusedAddress) }
        let failure = CurlFailure(code, easy, words: message, socketError: socketError)
        if let (code, facts) = failure.ofTLS { return make(code, facts) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return make(.dns)
        case CURLE_COULDNT_CONNECT: return connectionError(failure)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return proxyError()
        case CURLE_OPERATION_TIMEDOUT: return timeoutError()
        case CURLE_PARTIAL_FILE: return make(.truncated)
        case CURLE_RECV_ERROR where errorText.contains("chunked-encoding"): return make(.protocolViolation)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
            return proxy != nil && clibcurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE) / 100 > 2
                ? proxyError() : make(.reset)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP3,
            CURLE_BAD_CONTENT_ENCODING:
            return make(.protocolViolation)
        case CURLE_URL_MALFORMAT: return make(.badAddress)
        // libcurl's code for a header line over 100 KB.
        case CURLE_OUT_OF_MEMORY where wasAsked && !answer.isHeaderWhole:
            return make(.headersTooLarge, [.limit: String(HeaderCollector.mostBytes)])
        // After a request was sent, no fault can be in our own arguments. libcurl reports a folded first header line as
        // a "bad argument", and a broken transfer coding as a "write error".
        default: return make(wasAsked ? .protocolViolation : .internalError)
        }
    }

    /// Whether any part of a request was sent, to the server or to a proxy.
    private var wasAsked: Bool { clibcurl_get_long(easy, CURLINFO_REQUEST_SIZE) > 0 }

    func proxyError() -> StageError {
        var facts: [StageError.Fact: String] = [:]
        let status = max(
            clibcurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE), clibcurl_get_long(easy, CURLINFO_RESPONSE_CODE))
        if status > 0 { facts[.status] = String(status) }
        if let proxy, !proxy.host.isEmpty { facts[.address] = proxy.host }
        return make(.proxy, facts)
    }

    private func refusal(of address: IPAddress) -> StageError {
        var facts = [StageError.Fact.address: address.description, .option: "network.allow"]
        facts[.found] = request.redirectedBy
        return make(.addressRefused, facts)
    }

    private func connectionError(_ failure: CurlFailure) -> StageError {
        if proxy != nil { return proxyError() }
        let (code, facts) = failure.ofConnecting(within: request.limits.connectTimeout)
        return make(code, facts)
    }

    /// libcurl has one code for all timeouts. Its text (of 7.88, always in the C locale) tells which one it was.
    private func timeoutError() -> StageError {
        let text = errorText
        if text.hasPrefix("Operation too slow") {
            let (rate, seconds) = (String(settings.slowestBytes), String(settings.slowestSeconds))
            return make(.timeout, [.rate: rate, .seconds: seconds])
        }
        if text.hasPrefix("Resolving") {
            return proxy != nil ? proxyError() : make(.dns, [.seconds: seconds(request.limits.connectTimeout)])
        }
        let limit = seconds(min(request.configuredTimeout, request.limits.connectTimeout))
        if text.hasPrefix("SSL connection") { return make(.tlsTimeout, [.seconds: limit]) }
        guard text.hasPrefix("Connection") || text.hasPrefix("Failed to connect") else {
            var facts = [StageError.Fact.seconds: seconds(request.configuredTimeout)]
            if answer.received > 0 { facts[.received] = String(answer.received) }
            return make(.timeout, facts)
        }
        // The connection is made, so it was the handshake that took too long.
        let isConnected = clibcurl_get_long(easy, CURLINFO_LOCAL_PORT) > 0
        if proxy == nil, isConnected, Address.parts(request.url)?.scheme == "https" {
            return make(.tlsTimeout, [.seconds: limit])
        }
        return proxy != nil ? proxyError() : make(.connectTimeout, [.seconds: limit])
    }

    private func make(_ code: StageError.Code, _ facts: [StageError.Fact: String] = [:]) -> StageError {
        var facts = facts
        if let host = Address.host(request.url) { facts[.host] = host }
        // libcurl counts bytes when the system takes them, so bytes that are not counted cannot have arrived.
        if let body = request.body, clibcurl_get_size(easy, CURLINFO_SIZE_UPLOAD_T) < body.count {
            facts[.sent] = "part"
        }
        let words = CurlFailure.saysAll.contains(code) ? "" : errorText
        return StageError(code, subject: request.maskedURL, facts: facts, explanation: words.isEmpty ? nil : words)
    }

    private var errorText: String { CurlFailure.text(message) }

    private func seconds(_ duration: Duration) -> String { CurlFailure.seconds(duration) }
}
