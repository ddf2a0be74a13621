import CLibCurl

/// Where libcurl's easy handles come from: a new one for every try of a transfer, freed with it and never used again.
///
/// libcurl before 8.1 remembers the last header line of an answer in the handle beyond the life of that line, also when
/// the handle is reset. If the next answer on the handle begins with a folded line, that is written into freed memory
/// (curl #11101, mended by #11103). A new handle remembers nothing.
///
/// Connections, names and parsed certificates live in the multi handle, TLS sessions in the share of this one; so a new
/// handle finds them. Nothing else is shared: no cookies, no HSTS, no Alt-Svc.
struct EasyHandles {
    private let share: UnsafeMutableRawPointer

    /// Nil where there is no memory.
    init?() {
        guard let share = clibcurl_share_init() else { return nil }
        self.share = share
        // A libcurl without TLS refuses this, and needs it not.
        clibcurl_share_set_int(share, CURLSHOPT_SHARE, Int32(CURL_LOCK_DATA_SSL_SESSION.rawValue))
    }

    /// A handle without options, or nil where there is no memory; its owner frees it with `clibcurl_easy_cleanup`.
    func make() -> UnsafeMutableRawPointer? {
        guard let easy = clibcurl_easy_init() else { return nil }
        clibcurl_set_pointer(easy, CURLOPT_SHARE, share)
        return easy
    }

    /// Frees what is shared; to be called once, when no handle is left and the multi handle has closed its connections.
    func end() { clibcurl_share_cleanup(share) }
}
