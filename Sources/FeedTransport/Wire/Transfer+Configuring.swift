import CLibCurl
import FeedConfiguration
import FeedModel
import FeedStages

// The options of a handle, with their reasons.
extension Transfer {
    /// Sets every option of the new handle.
    func configure(keepsConnection: Bool, remembersName: Bool) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        clibcurl_set_pointer(easy, CURLOPT_PRIVATE, UnsafeMutableRawPointer(bitPattern: UInt(ticket.id)))
        clibcurl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
        clibcurl_set_text(easy, CURLOPT_URL, route.url)
        self.keepsConnection = keepsConnection
        if !keepsConnection { clibcurl_set_long(easy, CURLOPT_FORBID_REUSE, 1) }
        if !remembersName { clibcurl_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0) }
        limit()
        secure()
        connect(context)
        callBack(context)
        send()
    }

    /// Sets the limit on slowness; called when the header is complete.
    func limitSlowness() {
        clibcurl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, settings.slowestBytes)
        clibcurl_set_long(easy, CURLOPT_LOW_SPEED_TIME, settings.slowestSeconds)
    }

    private func limit() {
        allowed = timeLeft
        let timeout = max(1, allowed.clampedMilliseconds)
        let connecting = min(timeout, max(1, request.limits.connectTimeout.clampedMilliseconds))
        clibcurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(clamping: timeout))
        clibcurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(clamping: connecting))
        clibcurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Without this, the removal of a transfer whose name is still being resolved waits for the name server.
        clibcurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    }

    private func secure() {
        clibcurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        clibcurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        clibcurl_set_long(easy, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        clibcurl_set_long(easy, CURLOPT_HTTP09_ALLOWED, 0)
        // Only without a folder of certificates does libcurl share its parsed certificates between transfers: 26 -> 1.4
        // ms of CPU time a feed on Debian, whose libcurl has such a folder by default.
        clibcurl_set_text(easy, CURLOPT_CAPATH, nil)
        clibcurl_set_text(easy, CURLOPT_CAINFO, request.limits.caFile ?? settings.caFile)
    }

    private func connect(_ context: UnsafeMutableRawPointer) {
        // "" keeps libcurl from reading the environment; `ProxySettings` has done that.
        clibcurl_set_text(easy, CURLOPT_PROXY, proxy?.address ?? "")
        clibcurl_set_text(easy, CURLOPT_PROXYUSERNAME, proxy?.user)
        clibcurl_set_text(easy, CURLOPT_PROXYPASSWORD, proxy?.password)
        clibcurl_set_text(easy, CURLOPT_NOPROXY, "")
        clibcurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // HTTP/2 by ALPN only: clear-text HTTP/2 with many streams fails in libcurl 7.88.
        clibcurl_set_long(
            easy, CURLOPT_HTTP_VERSION, isSecondTry ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS)
        if isSecondTry { clibcurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1) }
        clibcurl_set_opensocket(
            easy,
            { context, _, address in
                guard let transfer = Transfer.of(context), let address else { return -1 }
                return transfer.open(address)
            })
        clibcurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        watchForFloods()
        clibcurl_set_prerequest(
            easy,
            { context, remoteAddress, _, remotePort, localPort in
                guard let transfer = Transfer.of(context), let remoteAddress else { return CURL_PREREQFUNC_OK }
                let connection = ReusedSockets.Connection(
                    remoteAddress: String(cString: remoteAddress), remotePort: remotePort, localPort: localPort)
                return transfer.mayUse(connection) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            })
        clibcurl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    }

    private func watchForFloods() {
        watch.begin()
        clibcurl_set_closesocket(
            easy,
            { watch, socket in
                // The loop keeps its watch until libcurl has closed every socket; never nil.
                guard let watch else { return -1 }
                return Unmanaged<FloodWatch>.fromOpaque(watch).takeUnretainedValue().close(socket)
            })
        clibcurl_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(watch).toOpaque())
    }

    private func callBack(_ context: UnsafeMutableRawPointer) {
        clibcurl_set_writer(
            easy, CURLOPT_HEADERFUNCTION,
            { bytes, size, count, context in
                guard let transfer = Transfer.of(context), let bytes else { return 0 }
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return transfer.take(header: line) ? line.count : 0
            })
        clibcurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        clibcurl_set_writer(
            easy, CURLOPT_WRITEFUNCTION,
            { bytes, size, count, context in
                guard let transfer = Transfer.of(context), let bytes else { return 0 }
                let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return transfer.take(body: chunk)
            })
        clibcurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    }

    private func send() {
        switch request.method {
        case "GET": clibcurl_set_long(easy, CURLOPT_HTTPGET, 1)
        case "HEAD": clibcurl_set_long(easy, CURLOPT_NOBODY, 1)
        default:
            let body = lendBody()
            clibcurl_set_long(easy, CURLOPT_POST, 1)
            clibcurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, body?.count ?? 0)
            clibcurl_set_pointer(easy, CURLOPT_POSTFIELDS, body?.baseAddress ?? UnsafeMutableRawPointer(message))
            if request.method != "POST" { clibcurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method) }
            // No wait for "100 Continue", and no default media type.
            headerList = clibcurl_list_append(headerList, "Expect:")
            if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                headerList = clibcurl_list_append(headerList, "Content-Type:")
            }
        }
        for field in request.headers {
            let value = field.value.reveal()
            headerList = clibcurl_list_append(headerList, value.isEmpty ? field.name + ";" : field.name + ": " + value)
        }
        clibcurl_set_list(easy, CURLOPT_HTTPHEADER, headerList)
    }
}
