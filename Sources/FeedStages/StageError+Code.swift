extension StageError {
    /// What happened, as one word for programs, with what it means: whose fault it is, how it goes on, and how far the
    /// work had come. Whoever judges an error asks these, not the word.
    ///
    /// Codes are equal if their words are.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        /// The word: lower case, `_`.
        public let rawValue: String
        /// Whose fault it is.
        public let fault: Fault
        /// How it goes on by itself.
        public let outlook: Outlook
        /// How far the work had come.
        public let point: Point

        /// The code of a word; one that is not of the table below means what a plugin's own does by itself.
        public init(rawValue: String) { self.init(rawValue, fault: .server) }

        /// Makes a plugin's own code. A word of the table below keeps the meaning that it has there.
        ///
        /// - Parameters:
        ///   - word: lower case, `_`.
        ///   - fault: `state` is Kawaraban's own, and taken for `plugin`.
        ///   - outlook: how it goes on.
        ///   - point: nil: `here` for what is at fault on this machine, else `answered`.
        public init(_ word: String, fault: Fault, outlook: Outlook = .lasting, at point: Point? = nil) {
            self = Self.known[word] ?? Code(word, fault == .state ? .plugin : fault, outlook, at: point)
        }

        private init(_ word: String, _ fault: Fault, _ outlook: Outlook, at point: Point? = nil) {
            rawValue = word
            self.fault = fault
            self.outlook = outlook
            self.point = point ?? (fault.isOfThisMachine ? .here : .answered)
        }

        private static let known = Dictionary(uniqueKeysWithValues: standard.map { ($0.rawValue, $0) })

        // The network did not carry it.
        /// A name could not be resolved.
        public static let dns = Code("dns", .outage, .brief, at: .connecting)
        /// The connection was refused.
        public static let refused = Code("refused", .outage, .brief, at: .connecting)
        /// No way to the host.
        public static let unreachable = Code("unreachable", .outage, .brief, at: .connecting)
        /// No connection in time.
        public static let connectTimeout = Code("connect_timeout", .outage, .brief, at: .connecting)
        /// No answer in time.
        public static let timeout = Code("timeout", .outage, .passing, at: .sent)
        /// The connection broke.
        public static let reset = Code("reset", .outage, .brief, at: .sent)
        /// The proxy refused or failed.
        public static let proxy = Code("proxy", .outage, .passing, at: .connecting)
        /// No secure connection.
        public static let tls = Code("tls", .safety, .passing, at: .securing)
        /// The certificate has expired.
        public static let tlsExpired = Code("tls_expired", .safety, .lasting, at: .securing)
        /// The certificate is for later.
        public static let tlsNotYetValid = Code("tls_not_yet_valid", .safety, .lasting, at: .securing)
        /// The certificate is for another name.
        public static let tlsName = Code("tls_name", .safety, .lasting, at: .securing)
        /// The certificate is signed by nobody trusted.
        public static let tlsUntrusted = Code("tls_untrusted", .safety, .lasting, at: .securing)
        /// The certificate's key or signature can be forged.
        public static let tlsWeak = Code("tls_weak", .safety, .lasting, at: .securing)
        /// No secure connection in time.
        public static let tlsTimeout = Code("tls_timeout", .outage, .brief, at: .securing)

        // The server said something that cannot be used.
        /// The answer is no valid HTTP.
        public static let protocolViolation = Code("protocol", .server, .passing, at: .answering)
        /// The answer was cut short.
        public static let truncated = Code("truncated", .outage, .passing, at: .answering)
        /// Larger than allowed.
        public static let tooLarge = Code("too_large", .server, .lasting, at: .answering)
        /// The header is larger than allowed.
        public static let headersTooLarge = Code("headers_too_large", .server, .passing, at: .answering)
        /// Broken or unknown compression or characters.
        public static let encoding = Code("encoding", .server, .passing, at: .answering)
        /// An answer without a body.
        public static let emptyBody = Code("empty_body", .outage, .passing)
        /// A status that brings no document.
        public static let unexpectedStatus = Code("unexpected_status", .server, .passing)
        /// A request that is not accepted or cannot be sent.
        public static let badRequest = Code("bad_request", .server, .final)
        /// Nothing at this address.
        public static let notFound = Code("not_found", .server, .disputed)
        /// Gone for good.
        public static let gone = Code("gone", .server, .gone)
        /// Not let in.
        public static let forbidden = Code("forbidden", .server, .disputed)
        /// Not let in without proof of being a browser.
        public static let challenged = Code("challenged", .server, .lasting)
        /// The server has a problem of its own.
        public static let serverError = Code("server_error", .outage, .brief)
        /// Too many requests.
        public static let limited = Code("limited", .limit, .brief)
        /// Not sent: the server wants a pause.
        public static let hostPaused = Code("host_paused", .limit, .passing, at: .here)
        /// Not sent: the server has answered none of the others.
        public static let hostSilent = Code("host_silent", .limit, .passing, at: .here)
        /// Not sent: the server takes no more requests for now.
        public static let budgetSpent = Code("budget_spent", .limit, .passing, at: .here)
        /// Too many redirects.
        public static let tooManyRedirects = Code("too_many_redirects", .server, .lasting)
        /// A redirect that is not followed.
        public static let redirectRefused = Code("redirect_refused", .server, .lasting)
        /// A private or special address.
        public static let addressRefused = Code("address_refused", .safety, .lasting)
        /// No usable address.
        public static let badAddress = Code("bad_address", .server, .lasting, at: .here)
        /// Not in the recording.
        public static let notRecorded = Code("not_recorded", .server, .lasting, at: .here)

        // Credentials: four different mistakes.
        /// A variable or a file that should hold a value, and is not there.
        public static let valueMissing = Code("value_missing", .configuration, .lasting)
        /// A program did not print the secret that it was asked for.
        public static let secretFailed = Code("secret_failed", .configuration, .passing)
        /// A credential without content.
        public static let credentialEmpty = Code("credential_empty", .credential, .lasting, at: .here)
        /// A credential that cannot be one.
        public static let credentialMalformed = Code("credential_malformed", .credential, .lasting, at: .here)
        /// A credential that the service does not take.
        public static let credentialRejected = Code("credential_rejected", .credential, .disputed)

        // The document.
        /// Something else than a feed.
        public static let notAFeed = Code("not_a_feed", .server, .lasting)
        /// A document that ends too early.
        public static let incompleteDocument = Code("incomplete_document", .server, .lasting)
        /// The service has no such feed.
        public static let feedNotAvailable = Code("feed_not_available", .server, .lasting)
        /// The document holds no list at the place that was configured.
        public static let listNotFound = Code("list_not_found", .server, .lasting)
        /// A page has no entries where its source looks for them.
        public static let pageChanged = Code("page_changed", .server, .lasting)
        /// What a source looks for would take too long to find.
        public static let selectorTooCostly = Code("selector_too_costly", .configuration, .lasting, at: .answered)
        /// Entries with neither an id nor a link, so that nothing could tell them apart.
        public static let unidentified = Code("unidentified", .configuration, .lasting, at: .answered)
        /// An answer that is well by its status and tells of errors inside.
        public static let errorAnswered = Code("error_answered", .server, .passing)
        /// Nested too deeply.
        public static let tooDeep = Code("too_deep", .server, .lasting)

        // Files.
        /// There is no such file.
        public static let noSuchFile = Code("no_such_file", .file, .lasting)
        /// No file matches.
        public static let noMatch = Code("no_match", .file, .lasting)
        /// It cannot be read.
        public static let unreadable = Code("unreadable", .file, .lasting)
        /// It cannot be created or written.
        public static let unwritable = Code("unwritable", .file, .lasting)
        /// It is not written, because others have a hand in it or in its folder.
        public static let unsafePlace = Code("unsafe_place", .file, .lasting)
        /// The disk is full.
        public static let diskFull = Code("disk_full", .disk, .lasting)
        /// The disk reports an error.
        public static let inputOutput = Code("io_error", .disk, .lasting)
        /// The reader of the output has gone.
        public static let outputClosed = Code("output_closed", .machine, .lasting)

        // Sinks.
        /// The receiver rejects the message.
        public static let rejected = Code("rejected", .message, .final)
        /// The receiver finds the message too large.
        public static let messageTooLarge = Code("message_too_large", .message, .final)
        /// What a sink had read changed again and again while it composed.
        public static let overtaken = Code("overtaken", .machine, .passing)
        /// Nobody can tell whether the message arrived.
        public static let unknownFate = Code("unknown_fate", .server, .passing)
        /// Warning: the file is another one, or shorter.
        public static let fileReplaced = Code("file_replaced", .file, .lasting)
        /// Warning: somebody else has written to the file.
        public static let foreignContent = Code("foreign_content", .file, .lasting)
        /// Warning: a file that somebody had edited was saved.
        public static let editedFileSaved = Code("edited_file_saved", .file, .lasting)

        // Programs of others.
        /// It could not be started.
        public static let programNotStarted = Code("program_not_started", .configuration, .lasting)
        /// It ended without having done its work.
        public static let programFailed = Code("program_failed", .server, .passing)
        /// What it printed cannot be used.
        public static let programOutput = Code("program_output", .server, .lasting)
        /// It wants to be asked again later.
        public static let programBusy = Code("program_busy", .server, .brief)

        // Filters.
        /// Warning: entries passed a filter that was not applied to them (`on_failure: pass`, more than `per_run`).
        public static let entriesPassed = Code("entries_passed", .configuration, .lasting)
        /// Warning: a pattern took too long for some entries, which were kept.
        public static let patternUndecided = Code("pattern_undecided", .configuration, .lasting)

        // The run.
        /// Stopped.
        public static let cancelled = Code("cancelled", .nobody, .passing)
        /// The configuration does not allow it.
        public static let badConfiguration = Code("bad_configuration", .configuration, .lasting)
        /// The state is damaged, or older than it was.
        public static let stateDamaged = Code("state_damaged", .state, .lasting)
        /// Warning: the state that was here is not there any more.
        public static let stateLost = Code("state_lost", .state, .lasting)
        /// Warning: the state is a copy of another one.
        public static let stateCopied = Code("state_copied", .state, .lasting)
        /// Warning: others could read the state.
        public static let stateNarrowed = Code("state_narrowed", .state, .lasting)
        /// The state's file has several names, so that two runs could work with it.
        public static let stateAliased = Code("state_aliased", .state, .lasting)
        /// A stage did not keep its protocol.
        public static let pluginProtocol = Code("plugin_protocol", .plugin, .lasting)
        /// The state is newer or not ours.
        public static let stateUnusable = Code("state_unusable", .state, .lasting)
        /// The state is from before the first release.
        public static let stateUnreleased = Code("state_unreleased", .state, .lasting)
        /// The state is of an older version, and only a run may bring it up to date.
        public static let stateOutdated = Code("state_outdated", .state, .lasting)
        /// Another run is at work.
        public static let stateLocked = Code("state_locked", .state, .lasting)
        /// This process may not open more files or take more memory; no fault of the other side.
        public static let outOfResources = Code("out_of_resources", .machine, .passing)
        /// A mistake of ours.
        public static let internalError = Code("internal", .program, .lasting)

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
            incompleteDocument, feedNotAvailable, listNotFound, pageChanged, selectorTooCostly, unidentified,
            errorAnswered, tooDeep, noSuchFile,
            noMatch, unreadable, unwritable, unsafePlace,
            diskFull, inputOutput, outputClosed, rejected, messageTooLarge, overtaken, unknownFate, fileReplaced,
            foreignContent,
            editedFileSaved, programNotStarted, programFailed, programOutput, programBusy,
            entriesPassed, patternUndecided, cancelled, badConfiguration,
            stateDamaged, stateLost, stateCopied, stateNarrowed, stateAliased, pluginProtocol, stateUnusable,
            stateUnreleased, stateOutdated, stateLocked, outOfResources, internalError,
        ]
    }
}
