import CLibCurl
import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// One letter on its way, on a thread of its own: libcurl waits for the reply to a letter in one call, in which nothing
/// else could be fetched.
///
/// A class, because libcurl holds a pointer to it while `run` keeps it alive.
final class MailTransfer {
    let letter: MailLetter
    let route: SMTPRoute
    let line: MailLine
    let easy: UnsafeMutableRawPointer
    let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    var recipients: UnsafeMutablePointer<curl_slist>?
    private var conversation: MailConversation
    /// Bytes of the letter that libcurl has taken.
    private var taken = 0
    private var socketError: Int32 = 0
    /// The address that is not this machine's although nothing is encrypted.
    private var refusedAddress: IPAddress?

    /// Carries a letter. Blocks until its fate is known, or will not be known any more.
    static func run(
        _ letter: MailLetter, by route: SMTPRoute, on line: MailLine, masking mask: SecretMask, caFile: String
    ) -> Result<[RefusedRecipient], StageError> {
        if let failure = CurlVersion.loadingFailure { return .failure(failure) }
        guard let easy = clibcurl_easy_init() else { return .failure(.ofCurl("curl_easy_init")) }
        // libcurl leaves signals alone (NOSIGNAL).
        signal(SIGPIPE, SIG_IGN)
        let transfer = MailTransfer(letter, route, line, easy)
        defer { transfer.release() }
        transfer.configure(caFile: caFile)
        let code = withExtendedLifetime(transfer) { clibcurl_easy_perform(easy) }
        return transfer.result(of: code, masking: mask)
    }

    private init(_ letter: MailLetter, _ route: SMTPRoute, _ line: MailLine, _ easy: UnsafeMutableRawPointer) {
        self.letter = letter
        self.route = route
        self.line = line
        self.easy = easy
        conversation = MailConversation(for: letter, isEncrypted: route.beginsEncrypted)
        message.pointee = 0
    }

    deinit { message.deallocate() }

    private func release() {
        clibcurl_easy_cleanup(easy)
        clibcurl_list_free(recipients)
        recipients = nil
    }

    private func result(of code: CURLcode, masking mask: SecretMask) -> Result<[RefusedRecipient], StageError> {
        // The system counts bytes when it takes them, so bytes that are not counted cannot have arrived.
        let isSent =
            taken == letter.bytes.count && clibcurl_get_size(easy, CURLINFO_SIZE_UPLOAD_T) >= letter.bytes.count
        let verdict = MailVerdict(conversation: conversation, letter: letter, mask: mask, isSent: isSent)
        return verdict.result(failure(of: code, masking: mask))
    }
}

// What went wrong on the way, as far as libcurl knows it.
extension MailTransfer {
    private func failure(of code: CURLcode, masking mask: SecretMask) -> StageError? {
        switch line.cut {
        case .cancelled: return StageError(.cancelled, subject: letter.server.address)
        case .timeout: return timeoutError(CurlFailure(code, easy, words: message, socketError: 0))
        case nil: break
        }
        guard code != CURLE_OK else { return nil }
        if let refusedAddress {
            return make(.badConfiguration, [.address: refusedAddress.description, .option: "tls"])
        }
        let failure = CurlFailure(code, easy, words: message, socketError: socketError)
        let words = failure.text.isEmpty ? nil : mask.masked(failure.text)
        if let (code, facts) = failure.ofTLS { return make(code, facts, words) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return make(.dns)
        case CURLE_COULDNT_CONNECT:
            let (code, facts) = failure.ofConnecting(within: letter.timeout)
            return make(code, facts, words)
        case CURLE_OPERATION_TIMEDOUT: return timeoutError(failure)
        case CURLE_USE_SSL_FAILED: return make(.encryptionMissing)
        case CURLE_LOGIN_DENIED: return make(.loginMissing)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_FAILED_INIT, CURLE_URL_MALFORMAT: return make(.internalError, [:], words)
        case CURLE_WEIRD_SERVER_REPLY: return make(.protocolViolation, [:], words)
        case CURLE_OUT_OF_MEMORY: return make(.outOfResources)
        default: return make(.reset)
        }
    }

    /// libcurl has one code for all timeouts; how far the conversation has come tells which one it was.
    private func timeoutError(_ failure: CurlFailure) -> StageError {
        let seconds = [StageError.Fact.seconds: CurlFailure.seconds(letter.timeout)]
        if failure.text.hasPrefix("Resolving") { return make(.dns, seconds) }
        let isConnected = clibcurl_get_long(easy, CURLINFO_LOCAL_PORT) > 0
        switch conversation.step {
        case .greeting where conversation.reply == nil && !isConnected: return make(.connectTimeout, seconds)
        case .greeting where conversation.reply == nil && route.beginsEncrypted && !isSecured:
            return make(.tlsTimeout, seconds)
        case .encryption where conversation.reply?.isSuccess == true: return make(.tlsTimeout, seconds)
        default: return make(.timeout, seconds)
        }
    }

    /// Whether TLS was agreed on from the start.
    private var isSecured: Bool { clibcurl_get_size(easy, CURLINFO_APPCONNECT_TIME_T) > 0 }

    private func make(
        _ code: StageError.Code, _ facts: [StageError.Fact: String] = [:], _ words: String? = nil
    ) -> StageError {
        var facts = facts
        facts[.host] = route.host
        return StageError(
            code, subject: letter.server.address, facts: facts,
            explanation: CurlFailure.saysAll.contains(code) ? nil : words)
    }
}

// The callbacks of libcurl.
extension MailTransfer {
    static func of(_ context: UnsafeMutableRawPointer?) -> MailTransfer? {
        context.map { Unmanaged<MailTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Copies the next bytes of the letter; returns how many.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        let piece = letter.bytes[taken...].prefix(room.count)
        room.copyBytes(from: piece)
        taken += piece.count
        return piece.count
    }

    /// Notes a command that was sent.
    func note(command: UnsafeRawBufferPointer) {
        conversation.send(command)
        if conversation.isOver { line.endReading() }
    }

    /// Notes a line of a reply, and ends the connection if the conversation is not to go on.
    func note(reply: UnsafeRawBufferPointer) {
        conversation.receive(reply)
        if conversation.fault != nil { line.end() }
    }

    /// Opens a socket for an address to which libcurl wants to connect; -1 if the address or the system does not allow
    /// it.
    ///
    /// The user has named the server, and no feed leads to another one: so addresses of the private network are as good
    /// as others. Only where nothing is encrypted it must be this machine, whatever the name server says.
    func open(_ wanted: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        if letter.server.tls == .none {
            let address = SocketAddress.read(clibcurl_address(wanted))?.address ?? IPAddress(high: 0, low: 0)
            guard address.isLoopback else {
                refusedAddress = address
                return -1
            }
        }
        let kind = wanted.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(wanted.pointee.family, kind, wanted.pointee.protocol)
        guard socket >= 0 else {
            socketError = errno
            return -1
        }
        return line.add(socket)
    }
}
