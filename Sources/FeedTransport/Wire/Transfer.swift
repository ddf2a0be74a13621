import CLibCurl
import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// One request in flight: the handle of libcurl for its present try, with what its callbacks gather.
///
/// A class, because libcurl holds a pointer to it; the loop's table keeps it alive for as long as that.
final class Transfer {
    let request: ExchangeRequest
    let ticket: HostQueues.Ticket
    let continuation: CheckedContinuation<Result<ExchangeAnswer, StageError>, Never>
    /// The handle of this try; valid until `release`.
    private(set) var easy: UnsafeMutableRawPointer
    let settings: CurlSettings
    /// Directly, or by a proxy.
    let route: Route
    /// Why we ended it ourselves, or nil.
    var failure: StageError?
    private(set) var answer: AnswerCollector
    /// What the guard did not let through.
    var refusedAddress: IPAddress?
    /// Sockets that the guard let through.
    private(set) var openedSockets: [WireFlow] = []
    /// What its connection carries; nil before there is one.
    private var flow: WireFlow?
    private let sockets: ReusedSockets
    let watch: FloodWatch
    private let room: BodyMemory
    private(set) var lease: MemoryLease
    /// Its wait for memory.
    var wait = BodyWait()
    /// Whether it waits without a connection until it may be sent once more.
    private(set) var isParked = false
    /// Bytes taken of the piece of the body that libcurl hands over again after a wait.
    private var takenOfPiece = 0
    /// Time for everything from the moment that libcurl got it, with the waits so far.
    var allowed = Duration.zero
    /// Whether the connection stays open for others.
    var keepsConnection = false
    /// Whether the connection that it was given holds bytes that nobody asked for.
    private var isConnectionSpoilt = false
    var socketError: Int32 = 0
    var headerList: UnsafeMutablePointer<curl_slist>?
    let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var sentBody: UnsafeMutableRawBufferPointer?
    private let started = ContinuousClock.now
    /// Whether this is its second try, which goes over HTTP/1.1 and a connection of its own.
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

    /// Whether the request goes over TLS, and so perhaps over HTTP/2.
    var isSecure: Bool { request.url.utf8.starts(with: "https:".utf8) }

    /// The proxy that carries it, or nil.
    var proxy: Proxy? { route.proxy }

    /// Judges a target that a proxy would connect to, and the proxy; false if it may not.
    func checkProxiedTarget() -> Bool {
        switch route.objection {
        case .refused(let address): refusedAddress = address
        case .noHost: failure = error(for: CURLE_URL_MALFORMAT)
        // Never directly instead: somebody meant it to be carried.
        case .noProxy: failure = proxyError()
        case nil: return true
        }
        return false
    }

    /// Frees the handle, which the multi handle must have let go of, and then what it was lent.
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
        /// As soon as there is memory for it.
        case later
    }

    /// Whether a request that failed may be sent once more: it was not sent at all; or HTTP/2 broke it, or we let the
    /// server wait for memory, and it changes nothing at the server (RFC 9110 §9.2.2).
    func anotherTry(after code: CURLcode) -> AnotherTry {
        if isConnectionSpoilt, isFirstTry { return .now }
        guard mayBeginAnew else { return .never }
        return switch code {
        case CURLE_HTTP2, CURLE_HTTP2_STREAM: .now
        // A server may have given up a client that took nothing for a while.
        case CURLE_RECV_ERROR, CURLE_PARTIAL_FILE: wait.isOn || wait.total > .zero ? .later : .never
        default: .never
        }
    }

    /// Whether it may be asked for once more although the server may have begun to answer.
    var mayBeginAnew: Bool { isFirstTry && (request.method == "GET" || request.method == "HEAD") }

    private var isFirstTry: Bool { !isSecondTry && failure == nil && hollowBytes == nil }

    /// Waits until there is memory for another try, and gives back what it holds.
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

    /// Forgets what came, and makes a new handle ready for the second try, within what is left of the time.
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

    /// What is left of the time for everything.
    var timeLeft: Duration {
        isSecondTry ? request.limits.timeout + wait.total - (ContinuousClock.now - started) : request.limits.timeout
    }

    /// The request's body at an address that stays, until `release`.
    func lendBody() -> UnsafeMutableRawBufferPointer? {
        guard sentBody == nil, let body = request.body else { return sentBody }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: body.count, alignment: 1)
        buffer.copyBytes(from: body)
        sentBody = buffer
        return buffer
    }

    /// What became of it, once libcurl is done.
    func outcome(of code: CURLcode) -> Result<ExchangeAnswer, StageError> {
        if hasWhatIsWanted { return .success(collected) }
        if let failure { return .failure(failure) }
        // Whatever libcurl makes of the cut: an answer without a length may end with its connection.
        if let hollowBytes { return .failure(hollow(after: hollowBytes)) }
        guard code == CURLE_OK else { return .failure(error(for: code)) }
        // A connection that is closed within the header is no error for libcurl.
        guard request.answerPrefix == nil || answer.isHeaderWhole else { return .failure(error(for: .truncated)) }
        do throws(AnswerCollector.Failure) { try answer.end() } catch { return .failure(self.error(for: error)) }
        if status == 407, proxy != nil { return .failure(proxyError()) }
        return .success(collected)
    }

    /// Waits for memory from now on, which is nobody's slowness: the time for everything stands still.
    private func pause() -> Int {
        wait.begin()
        room.isAwaited = true
        clibcurl_set_long(easy, CURLOPT_TIMEOUT_MS, 0)
        return Int(CURL_WRITEFUNC_PAUSE)
    }

    /// Takes what it was brought in the meantime, and goes on; false if it is over because of that.
    func goOn() -> Bool {
        allowed += wait.end()
        clibcurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(clamping: max(1, allowed.clampedMilliseconds)))
        return clibcurl_easy_continue(easy) == CURLE_OK
    }

    private var status: Int { clibcurl_get_long(easy, CURLINFO_RESPONSE_CODE) }

    /// Whether the answer's header came whole, and nobody wants more than the beginning of its body.
    private var hasWhatIsWanted: Bool {
        request.answerPrefix != nil && answer.isHeaderWhole && (200...599).contains(status)
            && !(status == 407 && proxy != nil)
    }

    private var collected: ExchangeAnswer {
        ExchangeAnswer(
            status: status, headers: answer.fields, body: answer.takeBody(), bytesReceived: answer.received,
            duration: ContinuousClock.now - started - wait.total, lease: lease, isFromInside: isFromInside)
    }

    /// Whether a redirect came from an address that only `network.allow` opens.
    private var isFromInside: Bool {
        guard Hop.isRedirect(status) else { return false }
        if proxy != nil { return route.leadsInside }
        let address = clibcurl_get_text(easy, CURLINFO_PRIMARY_IP).flatMap { IPAddress(String(cString: $0)) }
        return address.map(SpecialPurpose.contains) ?? false
    }
}

// What libcurl calls, on the loop's thread, while the loop keeps the transfer alive.
extension Transfer {
    static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// How much had come when the connection was cut, since next to nothing was in it; nil if it was not.
    private var hollowBytes: Int? {
        ([flow].compactMap(\.self) + openedSockets).lazy.compactMap(\.wasHollowAfter).first
    }

    /// Whether a connection may be used, new or taken up again.
    func mayUse(_ connection: ReusedSockets.Connection) -> Bool {
        // One that another request opened was judged for that one.
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
        // Behind TLS or in HTTP/2 bytes may well come unasked: tickets, settings.
        isConnectionSpoilt = !isNew && !isSecure && sockets.hasStrayBytes(connection)
        return !isConnectionSpoilt
    }

    /// A header line; false ends the transfer.
    func take(header line: UnsafeRawBufferPointer) -> Bool {
        do throws(AnswerCollector.Failure) {
            try answer.take(header: line)
        } catch {
            failure = self.error(for: error)
            return false
        }
        // Only now: a server may take its time to think (up to `timeout`), but not to speak.
        if answer.isHeaderWhole { limitSlowness() }
        return true
    }

    /// A piece of the body; gives what libcurl wants to hear: its length, or 0 to end the transfer, or that it must
    /// wait.
    func take(body chunk: UnsafeRawBufferPointer) -> Int {
        do throws(AnswerCollector.Failure) {
            while true {
                while answer.holdsBack {
                    guard wait.goesFirst || room.admits(0, for: lease) else { return pause() }
                    try answer.unfold()
                    lease.hold(answer.bodyCount)
                }
                guard takenOfPiece < chunk.count else { break }
                // After a wait libcurl hands the piece over again, joined with what came in the meantime.
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

    /// A socket for an address that libcurl wants to connect to, or -1.
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
