extension StageError {
    /// What happened, as one word for programs.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        /// The word: lower case, `_`.
        public let rawValue: String
        /// Makes a code; a plugin may have its own.
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ word: String) { rawValue = word }

        // The network did not carry it.
        /// A name could not be resolved.
        public static let dns = Code("dns")
        /// The connection was refused.
        public static let refused = Code("refused")
        /// No way to the host.
        public static let unreachable = Code("unreachable")
        /// No connection in time.
        public static let connectTimeout = Code("connect_timeout")
        /// No answer in time.
        public static let timeout = Code("timeout")
        /// The connection broke.
        public static let reset = Code("reset")
        /// The proxy refused or failed.
        public static let proxy = Code("proxy")
        /// No secure connection.
        public static let tls = Code("tls")
        /// The certificate has expired.
        public static let tlsExpired = Code("tls_expired")
        /// The certificate is for later.
        public static let tlsNotYetValid = Code("tls_not_yet_valid")
        /// The certificate is for another name.
        public static let tlsName = Code("tls_name")
        /// The certificate is signed by nobody trusted.
        public static let tlsUntrusted = Code("tls_untrusted")
        /// The certificate's key or signature can be forged.
        public static let tlsWeak = Code("tls_weak")
        /// No secure connection in time.
        public static let tlsTimeout = Code("tls_timeout")

        // The server said something that cannot be used.
        /// The answer is no valid HTTP.
        public static let protocolViolation = Code("protocol")
        /// The answer was cut short.
        public static let truncated = Code("truncated")
        /// Larger than allowed.
        public static let tooLarge = Code("too_large")
        /// The header is larger than allowed.
        public static let headersTooLarge = Code("headers_too_large")
        /// Broken or unknown compression or characters.
        public static let encoding = Code("encoding")
        /// An answer without a body.
        public static let emptyBody = Code("empty_body")
        /// A status that brings no document.
        public static let unexpectedStatus = Code("unexpected_status")
        /// A request that is not accepted or cannot be sent.
        public static let badRequest = Code("bad_request")
        /// Nothing at this address.
        public static let notFound = Code("not_found")
        /// Gone for good.
        public static let gone = Code("gone")
        /// Not let in.
        public static let forbidden = Code("forbidden")
        /// Not let in without proof of being a browser.
        public static let challenged = Code("challenged")
        /// The server has a problem of its own.
        public static let serverError = Code("server_error")
        /// Too many requests.
        public static let limited = Code("limited")
        /// Not sent: the server wants a pause.
        public static let hostPaused = Code("host_paused")
        /// Not sent: the server has answered none of the others.
        public static let hostSilent = Code("host_silent")
        /// Not sent: the server takes no more requests for now.
        public static let budgetSpent = Code("budget_spent")
        /// Too many redirects.
        public static let tooManyRedirects = Code("too_many_redirects")
        /// A redirect that is not followed.
        public static let redirectRefused = Code("redirect_refused")
        /// A private or special address.
        public static let addressRefused = Code("address_refused")
        /// No usable address.
        public static let badAddress = Code("bad_address")
        /// Not in the recording.
        public static let notRecorded = Code("not_recorded")

        // Credentials: four different mistakes.
        /// A variable or a file that should hold a value, and is not there.
        public static let valueMissing = Code("value_missing")
        /// A program did not print the secret that it was asked for.
        public static let secretFailed = Code("secret_failed")
        /// A credential without content.
        public static let credentialEmpty = Code("credential_empty")
        /// A credential that cannot be one.
        public static let credentialMalformed = Code("credential_malformed")
        /// A credential that the service does not take.
        public static let credentialRejected = Code("credential_rejected")

        // The document.
        /// Something else than a feed.
        public static let notAFeed = Code("not_a_feed")
        /// A document that ends too early.
        public static let incompleteDocument = Code("incomplete_document")
        /// The service has no such feed.
        public static let feedNotAvailable = Code("feed_not_available")
        /// Nested too deeply.
        public static let tooDeep = Code("too_deep")

        // Files.
        /// There is no such file.
        public static let noSuchFile = Code("no_such_file")
        /// No file matches.
        public static let noMatch = Code("no_match")
        /// It cannot be read.
        public static let unreadable = Code("unreadable")
        /// It cannot be created or written.
        public static let unwritable = Code("unwritable")
        /// It is not written, because others have a hand in it or in its folder.
        public static let unsafePlace = Code("unsafe_place")
        /// The disk is full.
        public static let diskFull = Code("disk_full")
        /// The disk reports an error.
        public static let inputOutput = Code("io_error")
        /// The reader of the output has gone.
        public static let outputClosed = Code("output_closed")

        // Sinks.
        /// The receiver rejects the message.
        public static let rejected = Code("rejected")
        /// The receiver finds the message too large.
        public static let messageTooLarge = Code("message_too_large")
        /// Nobody can tell whether the message arrived.
        public static let unknownFate = Code("unknown_fate")
        /// Warning: the file is another one, or shorter.
        public static let fileReplaced = Code("file_replaced")
        /// Warning: somebody else has written to the file.
        public static let foreignContent = Code("foreign_content")
        /// Warning: a file that somebody had edited was saved.
        public static let editedFileSaved = Code("edited_file_saved")

        // Filters.
        /// Warning: a pattern took too long for some entries, which were kept.
        public static let patternUndecided = Code("pattern_undecided")

        // The run.
        /// Stopped.
        public static let cancelled = Code("cancelled")
        /// The configuration does not allow it.
        public static let badConfiguration = Code("bad_configuration")
        /// The state is damaged, or older than it was.
        public static let stateDamaged = Code("state_damaged")
        /// Warning: the state that was here is not there any more.
        public static let stateLost = Code("state_lost")
        /// Warning: the state is a copy of another one.
        public static let stateCopied = Code("state_copied")
        /// Warning: others could read the state.
        public static let stateNarrowed = Code("state_narrowed")
        /// The state's file has several names, so that two runs could work with it.
        public static let stateAliased = Code("state_aliased")
        /// A stage did not keep its protocol.
        public static let pluginProtocol = Code("plugin_protocol")
        /// The state is newer or not ours.
        public static let stateUnusable = Code("state_unusable")
        /// The state is from before the first release.
        public static let stateUnreleased = Code("state_unreleased")
        /// The state is of an older version, and only a run may bring it up to date.
        public static let stateOutdated = Code("state_outdated")
        /// Another run is at work.
        public static let stateLocked = Code("state_locked")
        /// This process may not open more files or take more memory; no fault of the other side.
        public static let outOfResources = Code("out_of_resources")
        /// A mistake of ours.
        public static let internalError = Code("internal")

        /// Every code of the standard stages: each has a sentence and a cure in the catalogue.
        public static let standard: [Code] = [
            dns, refused, unreachable, connectTimeout, timeout, reset, proxy, tls, tlsExpired, tlsNotYetValid, tlsName,
            tlsUntrusted, tlsWeak, tlsTimeout, protocolViolation, truncated, tooLarge, headersTooLarge, encoding,
            emptyBody, unexpectedStatus,
            badRequest, notFound, gone, forbidden, challenged, serverError, limited, hostPaused, hostSilent,
            budgetSpent,
            tooManyRedirects, redirectRefused,
            addressRefused, badAddress, notRecorded, valueMissing, secretFailed, credentialEmpty, credentialMalformed,
            credentialRejected, notAFeed,
            incompleteDocument, feedNotAvailable, tooDeep, noSuchFile, noMatch, unreadable, unwritable, unsafePlace,
            diskFull, inputOutput, outputClosed, rejected, messageTooLarge, unknownFate, fileReplaced, foreignContent,
            editedFileSaved, patternUndecided, cancelled, badConfiguration,
            stateDamaged, stateLost, stateCopied, stateNarrowed, stateAliased, pluginProtocol, stateUnusable,
            stateUnreleased, stateOutdated, stateLocked, outOfResources, internalError,
        ]
    }
}
