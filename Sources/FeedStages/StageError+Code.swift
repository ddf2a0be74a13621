extension StageError {
    /// What happened, as one word for programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word: lower case, `_`.
        public let rawValue: String
        /// Makes a code; a plugin may have its own.
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ word: String) { rawValue = word }

        // The network did not carry it.
        public static let dns = Code("dns")
        public static let refused = Code("refused")
        public static let unreachable = Code("unreachable")
        public static let connectTimeout = Code("connect_timeout")
        public static let timeout = Code("timeout")
        public static let reset = Code("reset")
        public static let proxy = Code("proxy")
        public static let tls = Code("tls")
        public static let tlsExpired = Code("tls_expired")
        public static let tlsName = Code("tls_name")
        public static let tlsUntrusted = Code("tls_untrusted")
        public static let tlsTimeout = Code("tls_timeout")

        // The server said something that cannot be used.
        public static let protocolViolation = Code("protocol")
        public static let truncated = Code("truncated")
        public static let tooLarge = Code("too_large")
        public static let headersTooLarge = Code("headers_too_large")
        public static let encoding = Code("encoding")
        public static let emptyBody = Code("empty_body")
        public static let unexpectedStatus = Code("unexpected_status")
        public static let badRequest = Code("bad_request")
        public static let notFound = Code("not_found")
        public static let gone = Code("gone")
        public static let forbidden = Code("forbidden")
        public static let serverError = Code("server_error")
        public static let limited = Code("limited")
        public static let tooManyRedirects = Code("too_many_redirects")
        public static let redirectRefused = Code("redirect_refused")
        public static let addressRefused = Code("address_refused")
        public static let badAddress = Code("bad_address")
        public static let notRecorded = Code("not_recorded")

        // Credentials: three different mistakes.
        public static let credentialEmpty = Code("credential_empty")
        public static let credentialMalformed = Code("credential_malformed")
        public static let credentialRejected = Code("credential_rejected")

        // The document.
        public static let notAFeed = Code("not_a_feed")
        public static let incompleteDocument = Code("incomplete_document")
        public static let feedNotAvailable = Code("feed_not_available")
        public static let tooDeep = Code("too_deep")

        // Files.
        public static let noSuchFile = Code("no_such_file")
        public static let noMatch = Code("no_match")
        public static let unreadable = Code("unreadable")
        public static let unwritable = Code("unwritable")
        public static let diskFull = Code("disk_full")
        public static let inputOutput = Code("io_error")
        public static let outputClosed = Code("output_closed")

        // Sinks.
        public static let rejected = Code("rejected")
        public static let messageTooLarge = Code("message_too_large")
        public static let unknownFate = Code("unknown_fate")
        /// Warnings: the file is another one or shorter; somebody else wrote to it; an edited one was saved.
        public static let fileReplaced = Code("file_replaced")
        public static let foreignContent = Code("foreign_content")
        public static let editedFileSaved = Code("edited_file_saved")

        // The run.
        public static let cancelled = Code("cancelled")
        public static let badConfiguration = Code("bad_configuration")
        public static let stateUnusable = Code("state_unusable")
        public static let stateLocked = Code("state_locked")
        public static let internalError = Code("internal")

        /// Every code of the standard stages: each has a sentence and a cure in the catalogue.
        public static let standard: [Code] = [
            dns, refused, unreachable, connectTimeout, timeout, reset, proxy, tls, tlsExpired, tlsName, tlsUntrusted,
            tlsTimeout, protocolViolation, truncated, tooLarge, headersTooLarge, encoding, emptyBody, unexpectedStatus,
            badRequest, notFound, gone, forbidden, serverError, limited, tooManyRedirects, redirectRefused,
            addressRefused, badAddress, notRecorded, credentialEmpty, credentialMalformed, credentialRejected, notAFeed,
            incompleteDocument, feedNotAvailable, tooDeep, noSuchFile, noMatch, unreadable, unwritable, diskFull,
            inputOutput, outputClosed, rejected, messageTooLarge, unknownFate, fileReplaced, foreignContent,
            editedFileSaved, cancelled, badConfiguration,
            stateUnusable, stateLocked, internalError,
        ]
    }
}
