import CLibCurl

/// Makes libcurl's easy handles: each try of a transfer gets a new one, which is freed with it and never used again.
///
/// libcurl before 8.1 keeps a pointer to the last header line of a response in the handle, although the line is freed.
/// A reset of the handle keeps that pointer, too. If the next response on the handle begins with a folded line, libcurl
/// writes that line into freed memory (curl #11101, mended by #11103). A new handle has no such pointer.
///
/// A new handle still finds connections, names and parsed certificates, which belong to the multi handle, and TLS
/// sessions, which belong to this share. Nothing else is shared: no cookies, no HSTS, no Alt-Svc.
struct EasyHandles {
    private let share: UnsafeMutableRawPointer

    /// Makes the share; nil if there is no memory.
    init?() {
        guard let share = clibcurl_share_init() else { return nil }
        self.share = share
        // A libcurl without TLS refuses this option and does not need it.
        clibcurl_share_set_int(share, CURLSHOPT_SHARE, Int32(CURL_LOCK_DATA_SSL_SESSION.rawValue))
    }

    /// Makes a handle without options; nil if there is no memory. Its owner frees it with `clibcurl_easy_cleanup`.
    func make() -> UnsafeMutableRawPointer? {
        guard let easy = clibcurl_easy_init() else { return nil }
        clibcurl_set_pointer(easy, CURLOPT_SHARE, share)
        return easy
    }

    /// Frees the share; to be called once, when no handle is left and the multi handle has closed its connections.
    func end() { clibcurl_share_cleanup(share) }
}
