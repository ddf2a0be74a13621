import CLibCurl
import FeedConfiguration
import FeedModel
import FeedStages

// The options of a handle, with their reasons.
extension MailTransfer {
    /// Sets every option of the handle. `caFile` has the certificates that are trusted where the letter names none.
    func configure(caFile: String) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        clibcurl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
        clibcurl_set_text(easy, CURLOPT_URL, route.url)
        clibcurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        clibcurl_set_text(easy, CURLOPT_REDIR_PROTOCOLS_STR, "")
        clibcurl_set_long(easy, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        // "" keeps libcurl from reading the environment: the proxies there are for the web.
        clibcurl_set_text(easy, CURLOPT_PROXY, "")
        limit()
        secure(caFile)
        connect(context)
        callBack(context)
        send(context)
    }

    private func limit() {
        let milliseconds = max(1, letter.timeout.clampedMilliseconds)
        clibcurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(clamping: milliseconds))
        // For libcurl the greeting and the login are a part of connecting, and many servers greet late on purpose.
        clibcurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(clamping: milliseconds))
        // Otherwise no reply may take longer than two minutes.
        clibcurl_set_long(easy, CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(clamping: min(86_400, milliseconds / 1000 + 1)))
        clibcurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Without this, the end of a transfer whose name is still being resolved waits for the name server.
        clibcurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    }

    private func secure(_ caFile: String) {
        let isSecure = letter.server.tls == .required
        clibcurl_set_long(
            easy, CURLOPT_USE_SSL, Int((isSecure ? CURLUSESSL_ALL : CURLUSESSL_NONE).rawValue))
        // Versions before are not to be used (RFC 8996).
        clibcurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        clibcurl_set_text(easy, CURLOPT_CAPATH, nil)
        clibcurl_set_text(easy, CURLOPT_CAINFO, letter.server.caFile ?? caFile)
        guard isSecure, let user = letter.server.user else { return }
        clibcurl_set_text(easy, CURLOPT_USERNAME, user)
        clibcurl_set_text(easy, CURLOPT_PASSWORD, letter.server.password?.reveal() ?? "")
    }

    private func connect(_ context: UnsafeMutableRawPointer) {
        // A reply that came late would count for the next letter.
        clibcurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
        clibcurl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
        clibcurl_set_opensocket(
            easy,
            { context, _, address in
                guard let transfer = MailTransfer.of(context), let address else { return -1 }
                return transfer.open(address)
            })
        clibcurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        clibcurl_set_closesocket(
            easy,
            { context, socket in
                guard let transfer = MailTransfer.of(context) else { return -1 }
                return transfer.line.remove(socket)
            })
        clibcurl_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, context)
    }

    private func callBack(_ context: UnsafeMutableRawPointer) {
        // Only here libcurl passes its commands and all replies, with the lines before the last.
        clibcurl_set_long(easy, CURLOPT_VERBOSE, 1)
        clibcurl_set_debugger(
            easy,
            { _, kind, bytes, count, context in
                guard let transfer = MailTransfer.of(context), let bytes else { return 0 }
                let line = UnsafeRawBufferPointer(start: bytes, count: count)
                switch kind {
                case CURLINFO_HEADER_OUT: transfer.note(command: line)
                case CURLINFO_HEADER_IN: transfer.note(reply: line)
                default: break
                }
                return 0
            })
        clibcurl_set_pointer(easy, CURLOPT_DEBUGDATA, context)
        // There is no socket to end while a name is being resolved.
        clibcurl_set_long(easy, CURLOPT_NOPROGRESS, 0)
        clibcurl_set_progress(easy, { context, _, _, _, _ in MailTransfer.of(context)?.line.cut == nil ? 0 : 1 })
        clibcurl_set_pointer(easy, CURLOPT_XFERINFODATA, context)
        // Without a function libcurl writes replies to the standard output.
        clibcurl_set_writer(easy, CURLOPT_WRITEFUNCTION, { _, size, count, _ in size * count })
    }

    private func send(_ context: UnsafeMutableRawPointer) {
        clibcurl_set_text(easy, CURLOPT_MAIL_FROM, letter.sender)
        for address in letter.recipients { recipients = clibcurl_list_append(recipients, address) }
        clibcurl_set_list(easy, CURLOPT_MAIL_RCPT, recipients)
        // Its name has one L less since libcurl 8.2.
        clibcurl_set_long(easy, CURLoption(290), 1)
        clibcurl_set_long(easy, CURLOPT_UPLOAD, 1)
        // A server that tells its limit refuses a letter that is too large before it is sent (RFC 1870).
        clibcurl_set_size(easy, CURLOPT_INFILESIZE_LARGE, letter.bytes.count)
        clibcurl_set_reader(
            easy,
            { room, size, count, context in
                guard let transfer = MailTransfer.of(context), let room else { return Int(CURL_READFUNC_ABORT) }
                return transfer.read(into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
            })
        clibcurl_set_pointer(easy, CURLOPT_READDATA, context)
    }
}
