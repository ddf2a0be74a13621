import CLibCurl
import FeedModel
import FeedStages
import Glibc

/// The loop of the thread that owns libcurl: it takes requests from the inbox, runs libcurl, returns responses, and
/// waits.
///
/// A class that never leaves its thread; libcurl's handles belong to it.
final class CurlLoop {
    private let inbox: CurlInbox
    private let settings: CurlSettings
    private let multi: UnsafeMutableRawPointer
    private let handles: EasyHandles
    private var queues = HostQueues()
    private var waiting: [UInt64: CurlInbox.Submission] = [:]
    private var transfers: [UInt64: Transfer] = [:]
    private var slots: TransferSlots
    /// The most transfers in flight, including those that only wait for their server.
    private let mostTransfers: Int
    private var budget: ConnectionBudget
    private let sockets = ReusedSockets()
    private let watch: FloodWatch
    private let room: BodyMemory

    /// Runs the loop until the inbox is stopped.
    static func run(_ inbox: CurlInbox, _ settings: CurlSettings) {
        if let failure = CurlVersion.loadingFailure { return inbox.close(because: failure) }
        guard let multi = clibcurl_multi_init() else { return inbox.close(because: .ofCurl("curl_multi_init")) }
        guard let handles = EasyHandles() else {
            clibcurl_multi_cleanup(multi)
            return inbox.close(because: .ofCurl("curl_share_init"))
        }
        // A peer that closes its connection must not end the process by SIGPIPE; libcurl leaves signals alone
        // (NOSIGNAL).
        signal(SIGPIPE, SIG_IGN)
        // Under cron the locale is C, which cannot convert host names that are not ASCII. This thread needs another
        // one.
        uselocale(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let loop = CurlLoop(inbox, settings, multi, handles)
        inbox.open(multi)
        loop.work()
    }

    private init(
        _ inbox: CurlInbox, _ settings: CurlSettings, _ multi: UnsafeMutableRawPointer, _ handles: EasyHandles
    ) {
        self.inbox = inbox
        self.settings = settings
        self.multi = multi
        self.handles = handles
        watch = FloodWatch(every: settings.watchInterval)
        room = BodyMemory(settings.memory)
        let limit = TransferLimit(concurrency: settings.concurrency)
        slots = TransferSlots(width: limit.width, patience: settings.patience)
        mostTransfers = limit.most
        budget = ConnectionBudget(most: limit.idle)
        // A number that is never reached, so that libcurl evicts no connection.
        clibcurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limit.idle + limit.most)
        // One request at a time on each connection: for streams that wait for memory, libcurl continues to read into
        // its own buffers, which the budget does not count.
        clibcurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    private func work() {
        while true {
            let contents = inbox.empty()
            take(contents)
            if contents.isStopping { break }
            start()
            watch.turn()
            shareMemory()
            clibcurl_multi_perform(multi)
            if completeFinished() { continue }
            guard inbox.fallAsleep() else { continue }
            let begun = ContinuousClock.now
            clibcurl_multi_wait(multi, patience)
            for id in slots.idled(ContinuousClock.now - begun) { transfers[id]?.request.gate?.awaitsServer() }
        }
        stop()
    }

    private func take(_ contents: CurlInbox.Contents) {
        let now = ContinuousClock.now
        for submission in contents.submitted {
            let request = submission.request
            waiting[submission.id] = submission
            let waits = queues.add(
                HostQueues.Ticket(
                    id: submission.id, host: request.host, connections: request.limits.connectionsPerHost,
                    delay: request.limits.delay), at: now)
            if waits { request.gate?.willQueue() }
            if submission.cancellation.isCancelled { cancel(submission.id) }
        }
        for id in contents.cancelled { cancel(id) }
    }

    private func cancel(_ id: UInt64) {
        if let submission = waiting.removeValue(forKey: id) {
            let error = StageError(.cancelled, subject: submission.request.maskedURL)
            submission.continuation.resume(returning: .failure(error))
        } else if let transfer = transfers[id] {
            end(transfer, with: .failure(StageError(.cancelled, subject: transfer.request.maskedURL)))
        }
    }

    private func start() {
        let now = ContinuousClock.now
        while hasRoom, let ticket = queues.next(at: now) {
            guard let submission = waiting.removeValue(forKey: ticket.id) else {
                queues.completeRequest(ticket, at: now, wasSent: false)  // cancelled while it waited
                continue
            }
            if let refusal = submission.request.gate?.refusal(sendingTo: submission.request.server) {
                queues.completeRequest(ticket, at: now, wasSent: false)
                submission.continuation.resume(returning: .failure(refusal))
                continue
            }
            guard let easy = handles.make() else {
                queues.completeRequest(ticket, at: now)
                let error = StageError(.internalError, subject: "libcurl.so.4", explanation: "curl_easy_init")
                submission.continuation.resume(returning: .failure(error))
                continue
            }
            let transfer = Transfer(submission, ticket, easy, settings, sockets, watch, room)
            transfers[ticket.id] = transfer
            slots.start(ticket.id)
            guard transfer.checkProxiedTarget() else {
                end(transfer, with: transfer.outcome(of: CURLE_COULDNT_CONNECT))
                continue
            }
            transfer.configure(
                keepsConnection: budget.keeps(ticket.host, hasMore: queues.hasWaiting(ticket.host)),
                remembersName: budget.remembersNames)
            guard clibcurl_multi_add(multi, easy) == CURLM_OK else {
                end(transfer, with: transfer.outcome(of: CURLE_FAILED_INIT))
                continue
            }
        }
    }

    /// Ends the transfers that libcurl has finished; true if there was one, so that the next may start at once.
    private func completeFinished() -> Bool {
        var code = CURLE_OK
        var found = false
        while let easy = clibcurl_multi_next_done(multi, &code) {
            found = true
            let id = UInt64(UInt(bitPattern: clibcurl_get_private(easy)))
            guard let transfer = transfers[id] else { continue }
            if !beginAgain(transfer, after: code) { end(transfer, with: transfer.outcome(of: code)) }
        }
        return found
    }

    private func shareMemory() {
        let shared = room.share(among: transfers.values)
        for transfer in shared.ended { end(transfer, with: transfer.outcome(of: CURLE_WRITE_ERROR)) }
        if let transfer = shared.yields { park(transfer) }
        if let transfer = shared.again, !sendAgain(transfer) {
            end(transfer, with: transfer.outcome(of: CURLE_FAILED_INIT))
        }
    }

    /// Sends a request once more if that may help, now or later; false if its transfer is over.
    private func beginAgain(_ transfer: Transfer, after code: CURLcode) -> Bool {
        switch transfer.anotherTry(after: code) {
        case .never: return false
        case .now:
            clibcurl_multi_remove(multi, transfer.easy)
            return sendAgain(transfer)
        case .later:
            park(transfer)
            return true
        }
    }

    private func park(_ transfer: Transfer) {
        clibcurl_multi_remove(multi, transfer.easy)
        transfer.park()
    }

    private func sendAgain(_ transfer: Transfer) -> Bool {
        guard let easy = handles.make() else { return false }
        transfer.beginAgain(with: easy)
        return clibcurl_multi_add(multi, transfer.easy) == CURLM_OK
    }

    private func end(_ transfer: Transfer, with result: Result<ExchangeAnswer, StageError>) {
        let now = ContinuousClock.now
        let request = transfer.request
        transfer.wait.end(at: now)
        request.gate?.waited(transfer.wait.total)
        switch result {
        case .success(let answer):
            request.gate?.answered(request.server, status: answer.status, headers: answer.headers)
        case .failure(let error):
            request.gate?.failed(request.server, error)
        }
        transfers[transfer.ticket.id] = nil
        room.forget(transfer)
        slots.completeTransfer(transfer.ticket.id)
        clibcurl_multi_remove(multi, transfer.easy)
        transfer.release()
        queues.completeRequest(transfer.ticket, at: now)
        transfer.continuation.resume(returning: result)
    }

    private var hasRoom: Bool { slots.hasRoom && transfers.count < mostTransfers }

    /// Milliseconds until the loop must wake up by itself, 1...60,000; libcurl and callers wake it earlier.
    private var patience: Int32 {
        // Nobody reports that memory was given back.
        var wait = room.isAwaited ? .milliseconds(20) : slots.nextLingering ?? .seconds(60)
        if hasRoom, let waking = queues.nextWaking { wait = min(wait, waking - ContinuousClock.now) }
        return Int32(clamping: max(1, min(60_000, wait.clampedMilliseconds + 1)))
    }

    private func stop() {
        for id in Array(transfers.keys) + Array(waiting.keys) { cancel(id) }
        watch.end()
        inbox.close()
        clibcurl_multi_cleanup(multi)
        handles.end()
    }
}
