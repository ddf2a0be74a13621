import CLibCurl
import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// One request in flight: libcurl's handle for the present try, and what its callbacks collect.
///
/// A class, because libcurl holds a pointer to it. The loop's table keeps it alive for as long as libcurl does.
final class Transfer {
    let request: ExchangeRequest
    let ticket: HostQueues.Ticket
    let continuation: CheckedContinuation<Result<ExchangeAnswer, StageError>, Never>
    /// The handle of this try; valid until `release`.
    private(set) var easy: UnsafeMutableRawPointer
    let settings: CurlSettings
    /// The route: direct, or through a proxy.
    let route: Route
    /// The error for which we ended it ourselves, or nil.
    var failure: StageError?
    private(set) var answer: AnswerCollector
    /// The address that the guard refused.
    var refusedAddress: IPAddress?
    /// Sockets that the guard permitted.
    private(set) var openedSockets: [WireFlow] = []
    /// The traffic of the transfer's connection; nil before it has one.
    private var flow: WireFlow?
    private let sockets: ReusedSockets
    let watch: FloodWatch
    private let room: BodyMemory
    private(set) var lease: MemoryLease
    /// The wait for memory.
    var wait = BodyWait()
    /// Whether the transfer waits, without a connection, until it may be sent once more.
    private(set) var isParked = false
    /// Bytes already taken of the piece of the body that libcurl passes again after a wait.
    private var takenOfPiece = 0
    /// The timeout since libcurl got the handle, plus its waits for memory so far.
    var allowed = Duration.zero
    /// Whether the connection stays open for others.
    var keepsConnection = false
    /// Whether the transfer's reused connection holds unread bytes.
    private var isConnectionSpoilt = false
    var socketError: Int32 = 0
    var headerList: UnsafeMutablePointer<curl_slist>?
    let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var sentBody: UnsafeMutableRawBufferPointer?
    private let started = ContinuousClock.now
    /// Whether this is the second try, which uses HTTP/1.1 and its own connection.
    private(set) var isSecondTry = false

    init(
        _ submission: CurlInbox.Submission, _ ticket: HostQueues.Ticket, _ easy: UnsafeMutableRawPointer,
        _ settings: CurlSettings, _ sockets: ReusedSockets, _ watch: FloodWatch,
        _ room: BodyMemory
    ) {
        request = submission.request
        answer = AnswerCollector(limit: submission.request.bodyLimit)
        continuation = submission.continuation
        self.ticket = ticket
        self.easy = easy
        self.settings = settings
        self.sockets = sockets
        self.watch = watch
        self.room = room
        lease = MemoryLease(.body, of: room.budget)
        route = Route(of: request, settings)
        message.pointee = 0
    }

    deinit { message.deallocate() }

    /// Whether the request uses TLS, and so perhaps HTTP/2.
    var isSecure: Bool { request.url.utf8.starts(with: "https:".utf8) }

    /// The proxy that carries it, or nil.
    var proxy: Proxy? { route.proxy }

    /// Checks the target of a proxied request, and the proxy; false if the request must not be sent.
    func checkProxiedTarget() -> Bool {
        switch route.objection {
        case .refused(let address): refusedAddress = address
        case .noHost: failure = error(for: CURLE_URL_MALFORMAT)
        // It must not go directly instead: the user configured a proxy.
        case .noProxy: failure = proxyError()
        case nil: return true
        }
        return false
    }

    /// Frees the handle and the memory that the handle used. The multi handle must have released it.
    func release() {
        flow?.rest()
        clibcurl_easy_cleanup(easy)
        clibcurl_list_free(headerList)
        headerList = nil
        sentBody?.deallocate()
        sentBody = nil
    }

    /// When a request that failed may be sent once more.
    enum AnotherTry {
        case never, now
        /// As soon as there is memory.
        case later
    }

    /// Whether and when a failed request may be sent once more. It may if its connection held unread bytes, so that it
    /// was not sent at all. A GET or HEAD, which changes nothing at the server (RFC 9110 §9.2.2), also may if HTTP/2
    /// broke it, or if its server had to wait for our memory.
    func anotherTry(after code: CURLcode) -> AnotherTry {
        if isConnectionSpoilt, isFirstTry { return .now }
        guard mayBeginAnew else { return .never }
        return switch code {
        case CURLE_HTTP2, CURLE_HTTP2_STREAM: .now
        // A server may give up on a client that reads nothing for a while.
        case CURLE_RECV_ERROR, CURLE_PARTIAL_FILE: wait.isOn || wait.total > .zero ? .later : .never
        default: .never
        }
    }

    /// Whether the transfer may be sent once more although the server may have begun to respond.
    var mayBeginAnew: Bool { isFirstTry && (request.method == "GET" || request.method == "HEAD") }

    private var isFirstTry: Bool { !isSecondTry && failure == nil && hollowBytes == nil }

    /// Gives back its memory, and waits until there is memory for another try.
    func park() {
        isParked = true
        wait.begin()
        room.isAwaited = true
        forgetAnswer()
    }

    private func forgetAnswer() {
        takenOfPiece = 0
        answer = AnswerCollector(limit: request.bodyLimit)
        lease = MemoryLease(.body, of: room.budget)
    }

    /// Discards what was received, and sets up a new handle for the second try, with what is left of the timeout.
    func beginAgain(with easy: UnsafeMutableRawPointer) {
        release()
        self.easy = easy
        isSecondTry = true
        isParked = false
        wait.end()
        forgetAnswer()
        refusedAddress = nil
        (openedSockets, flow, socketError, isConnectionSpoilt) = ([], nil, 0, false)
        message.pointee = 0
        configure(keepsConnection: false, remembersName: true)
    }

    /// What is left of the whole timeout.
    var timeLeft: Duration {
        isSecondTry ? request.limits.timeout + wait.total - (ContinuousClock.now - started) : request.limits.timeout
    }

    /// The request's body at an address that does not change until `release`.
    func lendBody() -> UnsafeMutableRawBufferPointer? {
        guard sentBody == nil, let body = request.body else { return sentBody }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: body.count, alignment: 1)
        buffer.copyBytes(from: body)
        sentBody = buffer
        return buffer
    }

    /// The result of the transfer, after libcurl has finished with `code`.
    func outcome(of code: CURLcode) -> Result<ExchangeAnswer, StageError> {
        if hasWhatIsWanted { return .success(collected) }
        if let failure { return .failure(failure) }
        // libcurl's code does not matter: without a length, the end of the connection is the end of the body.
        if let hollowBytes { return .failure(hollow(after: hollowBytes)) }
        guard code == CURLE_OK else { return .failure(error(for: code)) }
        // libcurl reports no error for a connection that is closed within the header.
        guard request.answerPrefix == nil || answer.isHeaderWhole else { return .failure(error(for: .truncated)) }
        do throws(AnswerCollector.Failure) { try answer.end() } catch { return .failure(self.error(for: error)) }
        if status == 407, proxy != nil { return .failure(proxyError()) }
        return .success(collected)
    }

    /// Starts a wait for memory. The server is not slow, so the timeout stands still.
    private func pause() -> Int {
        wait.begin()
        room.isAwaited = true
        clibcurl_set_long(easy, CURLOPT_TIMEOUT_MS, 0)
        return Int(CURL_WRITEFUNC_PAUSE)
    }

    /// Ends the wait and continues, with the bytes that arrived meanwhile; false if the transfer failed by that.
    func goOn() -> Bool {
        allowed += wait.end()
        clibcurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(clamping: max(1, allowed.clampedMilliseconds)))
        return clibcurl_easy_continue(easy) == CURLE_OK
    }

    private var status: Int { clibcurl_get_long(easy, CURLINFO_RESPONSE_CODE) }

    /// Whether the header is complete and only a prefix of the body is wanted.
    private var hasWhatIsWanted: Bool {
        request.answerPrefix != nil && answer.isHeaderWhole && (200...599).contains(status)
            && !(status == 407 && proxy != nil)
    }

    private var collected: ExchangeAnswer {
        ExchangeAnswer(
            status: status, headers: answer.fields, body: answer.takeBody(), bytesReceived: answer.received,
            duration: ContinuousClock.now - started - wait.total, lease: lease, isFromInside: isFromInside)
    }

    /// Whether this is a redirect from an address that only `network.allow` opens.
    private var isFromInside: Bool {
        guard Hop.isRedirect(status) else { return false }
        if proxy != nil { return route.leadsInside }
        let address = clibcurl_get_text(easy, CURLINFO_PRIMARY_IP).flatMap { IPAddress(String(cString: $0)) }
        return address.map(SpecialPurpose.contains) ?? false
    }
}

// The callbacks of libcurl. They run on the loop's thread, while the loop keeps the transfer alive.
extension Transfer {
    static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The bytes that had been received when the connection was cut as hollow; nil if it was not.
    private var hollowBytes: Int? {
        flow?.wasHollowAfter ?? openedSockets.lazy.compactMap(\.wasHollowAfter).first
    }

    /// Whether a connection, new or reused, may be used.
    func mayUse(_ connection: ReusedSockets.Connection) -> Bool {
        // The guard may have permitted this connection for another request only.
        if request.redirectedBy != nil, proxy == nil, let address = IPAddress(connection.remoteAddress),
            !settings.guardian.permits(address, port: UInt16(clamping: connection.remotePort), isRedirected: true)
        {
            refusedAddress = address
            return false
        }
        let isNew = clibcurl_get_long(easy, CURLINFO_NUM_CONNECTS) > 0
        if isNew { sockets.add(connection, from: openedSockets) }
        flow = sockets.flow(of: connection)
        flow?.addRequest()
        // With TLS or HTTP/2, bytes without a request are normal: tickets, settings.
        isConnectionSpoilt = !isNew && !isSecure && sockets.hasStrayBytes(connection)
        return !isConnectionSpoilt
    }

    /// Takes a header line; false ends the transfer.
    func take(header line: UnsafeRawBufferPointer) -> Bool {
        do throws(AnswerCollector.Failure) {
            try answer.take(header: line)
        } catch {
            failure = self.error(for: error)
            return false
        }
        // Not earlier: a server may need time for its response (up to `timeout`), but must then send it quickly.
        if answer.isHeaderWhole { limitSlowness() }
        return true
    }

    /// Takes a piece of the body. Returns its length, or 0 to end the transfer, or the value that makes libcurl pause.
    func take(body chunk: UnsafeRawBufferPointer) -> Int {
        do throws(AnswerCollector.Failure) {
            while true {
                while answer.holdsBack {
                    guard wait.goesFirst || room.admits(0, for: lease) else { return pause() }
                    try answer.unfold()
                    lease.hold(answer.bodyCount)
                }
                guard takenOfPiece < chunk.count else { break }
                // After a wait libcurl passes the piece again, joined with what arrived meanwhile.
                let rest = takenOfPiece == 0 ? chunk : UnsafeRawBufferPointer(rebasing: chunk[takenOfPiece...])
                let isFree = room.admits(rest.count, for: lease)
                guard wait.admits(rest.count, isFree: isFree) else { return pause() }
                flow?.add(body: rest.count)
                try answer.take(body: rest, isStepwise: true)
                takenOfPiece += rest.count
                wait.grew(by: answer.bodyCount - lease.bytes, isFree: isFree)
                lease.hold(answer.bodyCount)
            }
            takenOfPiece = max(0, takenOfPiece - chunk.count)
            return chunk.count
        } catch {
            failure = self.error(for: error)
            return 0
        }
    }

    /// Opens a socket for an address to which libcurl wants to connect; -1 if the guard or the system refuses.
    func open(_ wanted: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        if proxy == nil {
            guard let (address, port) = SocketAddress.read(clibcurl_address(wanted)),
                settings.guardian.permits(address, port: port, isRedirected: request.redirectedBy != nil)
            else {
                refusedAddress = SocketAddress.read(clibcurl_address(wanted))?.address ?? IPAddress(high: 0, low: 0)
                return -1
            }
        }
        let kind = wanted.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(wanted.pointee.family, kind, wanted.pointee.protocol)
        guard socket >= 0 else {
            socketError = errno
            return -1
        }
        openedSockets.append(watch.add(socket))
        return socket
    }
}
