import CLibCurl
import FeedModel
import FeedStages
import Glibc

/// The thread that owns libcurl: takes requests from the inbox, lets libcurl work, hands answers out, waits.
///
/// A class that never leaves its thread; libcurl's handles belong to it.
final class CurlLoop {
    private let inbox: CurlInbox
    private let settings: CurlSettings
    private let multi: UnsafeMutableRawPointer
    private var queues = HostQueues()
    private var waiting: [UInt64: CurlInbox.Submission] = [:]
    private var transfers: [UInt64: Transfer] = [:]
    private var idleHandles: [UnsafeMutableRawPointer] = []
    private let concurrency: Int
    private var budget: ConnectionBudget

    /// Runs until the inbox says stop.
    static func run(_ inbox: CurlInbox, _ settings: CurlSettings) {
        if let failure = clibcurl_open() { return inbox.close(because: String(cString: failure)) }
        guard let multi = clibcurl_multi_init() else { return inbox.close(because: "curl_multi_init") }
        // A peer that closes must not end the process: libcurl is told not to touch signals (NOSIGNAL).
        signal(SIGPIPE, SIG_IGN)
        // Cron's locale is C, in which host names of other scripts cannot be converted; this thread's need not be.
        uselocale(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let loop = CurlLoop(inbox, settings, multi)
        inbox.open(multi)
        loop.work()
    }

    private init(_ inbox: CurlInbox, _ settings: CurlSettings, _ multi: UnsafeMutableRawPointer) {
        self.inbox = inbox
        self.settings = settings
        self.multi = multi
        concurrency = min(settings.concurrency, Self.mostSockets)
        budget = ConnectionBudget(most: 2 * concurrency)
        // Never reached, so that libcurl evicts nothing by itself.
        clibcurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 4 * concurrency)
    }

    /// How many sockets the limit on file descriptors leaves for transfers.
    private static var mostSockets: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 64 }
        // Beside transfers: libcurl's own pairs, the resolver's sockets, the state, files; and two idle ones for each.
        let free = Int(clamping: limit.rlim_cur) - 24
        return max(1, free / 3)
    }

    private func work() {
        while true {
            let contents = inbox.empty()
            take(contents)
            if contents.isStopping { break }
            start()
            clibcurl_multi_perform(multi)
            if finishDone() { continue }
            clibcurl_multi_wait(multi, patience)
        }
        stop()
    }

    private func take(_ contents: CurlInbox.Contents) {
        let now = ContinuousClock.now
        for submission in contents.submitted {
            let request = submission.request
            waiting[submission.id] = submission
            queues.add(
                HostQueues.Ticket(
                    id: submission.id, host: request.host, connections: request.limits.connectionsPerHost,
                    delay: request.limits.delay), at: now)
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
        while transfers.count < concurrency, let ticket = queues.next(at: now) {
            guard let submission = waiting.removeValue(forKey: ticket.id) else {
                queues.finish(ticket, at: now)  // cancelled while it waited
                continue
            }
            guard let easy = idleHandles.popLast() ?? clibcurl_easy_init() else {
                queues.finish(ticket, at: now)
                let error = StageError(.internalError, subject: "libcurl.so.4", explanation: "curl_easy_init")
                submission.continuation.resume(returning: .failure(error))
                continue
            }
            let transfer = Transfer(submission, ticket, easy, settings)
            transfers[ticket.id] = transfer
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

    /// Whether any transfer was over, so that the next may start at once.
    private func finishDone() -> Bool {
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

    /// Sends a request once more if that may help; false if it is over.
    private func beginAgain(_ transfer: Transfer, after code: CURLcode) -> Bool {
        guard transfer.isWorthAnotherTry(after: code) else { return false }
        clibcurl_multi_remove(multi, transfer.easy)
        transfer.beginAgain()
        return clibcurl_multi_add(multi, transfer.easy) == CURLM_OK
    }

    private func end(_ transfer: Transfer, with result: Result<ExchangeAnswer, StageError>) {
        let now = ContinuousClock.now
        transfers[transfer.ticket.id] = nil
        clibcurl_multi_remove(multi, transfer.easy)
        transfer.release()
        idleHandles.append(transfer.easy)
        queues.finish(transfer.ticket, at: now)
        transfer.continuation.resume(returning: result)
    }

    /// Milliseconds until something must be done that neither libcurl nor a caller wakes us for.
    private var patience: Int32 {
        guard let waking = queues.nextWaking, transfers.count < concurrency else { return 60_000 }
        return Int32(clamping: max(1, (waking - ContinuousClock.now).clampedMilliseconds + 1))
    }

    private func stop() {
        for id in Array(transfers.keys) + Array(waiting.keys) { cancel(id) }
        inbox.close()
        for easy in idleHandles { clibcurl_easy_cleanup(easy) }
        clibcurl_multi_cleanup(multi)
    }
}
