import CLibCurl
import FeedModel
import FeedStages
import FeedSystem
import Glibc

// What libcurl's codes mean to the one who reads the report.
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

    /// An answer of so many bytes with next to nothing in them.
    func hollow(after bytes: Int, of kind: String = "framing") -> StageError {
        StageError(.tooLarge, subject: request.maskedURL, facts: [.received: String(bytes), .found: kind])
    }

    func error(for code: CURLcode) -> StageError {
        if let refusedAddress, openedSockets.isEmpty { return refusal(of: refusedAddress) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return make(.dns)
        case CURLE_COULDNT_CONNECT: return connectionError()
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return proxyError()
        case CURLE_OPERATION_TIMEDOUT: return timeoutError()
        case CURLE_SSL_CONNECT_ERROR where systemError == ECONNRESET: return make(.reset)
        case CURLE_SSL_CONNECT_ERROR where hasForgedSignature: return make(.tlsUntrusted)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            return make(.tls)
        case CURLE_SSL_CACERT_BADFILE: return make(.tls, [.option: "ca_file"])
        case CURLE_PEER_FAILED_VERIFICATION: return certificateError()
        case CURLE_PARTIAL_FILE: return make(.truncated)
        case CURLE_RECV_ERROR where errorText.contains("chunked-encoding"): return make(.protocolViolation)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
            return proxy != nil && clibcurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE) / 100 > 2
                ? proxyError() : make(.reset)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP3,
            CURLE_BAD_CONTENT_ENCODING:
            return make(.protocolViolation)
        case CURLE_URL_MALFORMAT: return make(.badAddress)
        // What libcurl says of a header line over 100 KB.
        case CURLE_OUT_OF_MEMORY where wasAsked && !answer.isHeaderWhole:
            return make(.headersTooLarge, [.limit: String(HeaderCollector.mostBytes)])
        // Once something was asked, libcurl has nothing more of ours to find fault with: a folded first header line is
        // a "bad argument" to it, a transfer coding that is broken a "write error".
        default: return make(wasAsked ? .protocolViolation : .internalError)
        }
    }

    /// Whether any of a request was sent, to the server or to a proxy.
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

    private func connectionError() -> StageError {
        if proxy != nil { return proxyError() }
        switch systemError {
        case ECONNREFUSED: return make(.refused)
        // No route, or an interface that is down; a router that knows no way to one host says EHOSTUNREACH.
        case ENETUNREACH, ENETDOWN: return make(.unreachable, [.network: "none"])
        case EHOSTUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT: return make(.unreachable)
        case ETIMEDOUT: return make(.connectTimeout, [.seconds: seconds(request.limits.connectTimeout)])
        case ECONNRESET: return make(.reset)
        // Our own want of file descriptors is no fault of the feed's.
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: return make(.outOfResources)
        default: return make(.refused)
        }
    }

    /// libcurl gives one code for every wait; its text (of 7.88, in the C locale always) tells which one it was.
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
        // Connected, so that only the handshake can have been waited for.
        let isConnected = clibcurl_get_long(easy, CURLINFO_LOCAL_PORT) > 0
        if proxy == nil, isConnected, Address.parts(request.url)?.scheme == "https" {
            return make(.tlsTimeout, [.seconds: limit])
        }
        return proxy != nil ? proxyError() : make(.connectTimeout, [.seconds: limit])
    }

    private func certificateError() -> StageError {
        // Checked by libcurl, before OpenSSL is asked for its verdict.
        if errorText.contains("subject name") { return make(.tlsName) }
        // X509_V_ERR_… of OpenSSL.
        return switch clibcurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT) {
        case 62, 64: make(.tlsName)
        case 9: make(.tlsNotYetValid)
        case 10: make(.tlsExpired)
        // A key of the server or of an authority, or a digest, below what OpenSSL takes to be safe.
        case 66, 67, 68: make(.tlsWeak)
        default: make(.tlsUntrusted)
        }
    }

    /// A certificate that names a trusted authority, whose key did not sign it: OpenSSL then leaves the words of its
    /// arithmetic behind, not of its judgement, and libcurl takes that for a failed handshake.
    private var hasForgedSignature: Bool {
        errorText.contains("asn1 encoding routines::") || errorText.contains("rsa routines::")
    }

    private func make(_ code: StageError.Code, _ facts: [StageError.Fact: String] = [:]) -> StageError {
        var facts = facts
        if let host = Address.host(request.url) { facts[.host] = host }
        // Counted when the system takes the bytes, so that what was not counted cannot have arrived.
        if let body = request.body, clibcurl_get_size(easy, CURLINFO_SIZE_UPLOAD_T) < body.count {
            facts[.sent] = "part"
        }
        let words = Self.saysAll.contains(code) ? "" : errorText
        return StageError(code, subject: request.maskedURL, facts: facts, explanation: words.isEmpty ? nil : words)
    }

    /// Codes which, with their facts, say all that libcurl has to say.
    private static let saysAll: Set<StageError.Code> = [
        .dns, .refused, .connectTimeout, .timeout, .tlsTimeout, .tlsExpired, .tlsNotYetValid, .addressRefused,
        .headersTooLarge, .truncated,
    ]

    private var systemError: Int32 {
        socketError != 0 ? socketError : Int32(clamping: clibcurl_get_long(easy, CURLINFO_OS_ERRNO))
    }

    private var errorText: String {
        HeaderValue.text(UnsafeRawBufferPointer(start: message, count: strlen(message))[...])
    }

    private func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.clampedMilliseconds
        return milliseconds % 1000 == 0 ? String(milliseconds / 1000) : String(Double(milliseconds) / 1000)
    }
}
