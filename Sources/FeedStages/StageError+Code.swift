extension StageError {
    /// A code for programs, with three properties: whose fault the error is, what follows, and how far the work had
    /// come. Code that handles an error reads these properties, not the word.
    ///
    /// Codes are equal if their words are equal.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        /// The word, in lower case with `_`.
        public let rawValue: String
        /// Whose fault the error is.
        public let fault: Fault
        /// What follows if nobody does anything.
        public let outlook: Outlook
        /// How far the work had come.
        public let point: Point

        /// Makes the code of a word. A word outside the table below gets the default meaning of a plugin's own.
        public init(rawValue: String) { self.init(rawValue, fault: .server) }

        /// Makes a plugin's own code. A word of the table below keeps its meaning there.
        ///
        /// - Parameters:
        ///   - word: the word, in lower case with `_`.
        ///   - fault: whose fault it is. `state` is reserved for the engine, and becomes `plugin`.
        ///   - outlook: what follows.
        ///   - point: how far the work had come. Nil means `here` for a fault of this machine, else `answered`.
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

        // Errors of the network.
        /// A host name could not be resolved.
        public static let dns = Code("dns", .outage, .brief, at: .connecting)
        /// The connection was refused.
        public static let refused = Code("refused", .outage, .brief, at: .connecting)
        /// There is no route to the host.
        public static let unreachable = Code("unreachable", .outage, .brief, at: .connecting)
        /// The connection was not made in time.
        public static let connectTimeout = Code("connect_timeout", .outage, .brief, at: .connecting)
        /// No response came in time.
        public static let timeout = Code("timeout", .outage, .passing, at: .sent)
        /// The connection broke.
        public static let reset = Code("reset", .outage, .brief, at: .sent)
        /// The proxy refused or failed.
        public static let proxy = Code("proxy", .outage, .passing, at: .connecting)
        /// There is no secure connection.
        public static let tls = Code("tls", .safety, .passing, at: .securing)
        /// The certificate has expired.
        public static let tlsExpired = Code("tls_expired", .safety, .lasting, at: .securing)
        /// The certificate is not valid yet.
        public static let tlsNotYetValid = Code("tls_not_yet_valid", .safety, .lasting, at: .securing)
        /// The certificate is for another name.
        public static let tlsName = Code("tls_name", .safety, .lasting, at: .securing)
        /// The certificate is not signed by a trusted authority.
        public static let tlsUntrusted = Code("tls_untrusted", .safety, .lasting, at: .securing)
        /// The certificate's key or signature can be forged.
        public static let tlsWeak = Code("tls_weak", .safety, .lasting, at: .securing)
        /// The secure connection was not made in time.
        public static let tlsTimeout = Code("tls_timeout", .outage, .brief, at: .securing)

        // Errors of servers, which sent something unusable.
        /// The response is not valid HTTP.
        public static let protocolViolation = Code("protocol", .server, .passing, at: .answering)
        /// The response was cut short.
        public static let truncated = Code("truncated", .outage, .passing, at: .answering)
        /// The response or document is larger than allowed.
        public static let tooLarge = Code("too_large", .server, .lasting, at: .answering)
        /// The header is larger than allowed.
        public static let headersTooLarge = Code("headers_too_large", .server, .passing, at: .answering)
        /// The compression or character encoding is invalid or unknown.
        public static let encoding = Code("encoding", .server, .passing, at: .answering)
        /// The response has no body.
        public static let emptyBody = Code("empty_body", .outage, .passing)
        /// The response has a status without a document.
        public static let unexpectedStatus = Code("unexpected_status", .server, .passing)
        /// The request is not accepted or cannot be sent.
        public static let badRequest = Code("bad_request", .server, .final)
        /// There is nothing at this address.
        public static let notFound = Code("not_found", .server, .disputed)
        /// The document was removed forever.
        public static let gone = Code("gone", .server, .gone)
        /// The server denies access.
        public static let forbidden = Code("forbidden", .server, .disputed)
        /// The server denies access without proof of being a browser.
        public static let challenged = Code("challenged", .server, .lasting)
        /// The server failed (5xx).
        public static let serverError = Code("server_error", .outage, .brief)
        /// The server received too many requests.
        public static let limited = Code("limited", .limit, .brief)
        /// Not sent: the server asked for a pause.
        public static let hostPaused = Code("host_paused", .limit, .passing, at: .here)
        /// Not sent: the server has answered no other request.
        public static let hostSilent = Code("host_silent", .limit, .passing, at: .here)
        /// Not sent: the limit of requests to the server is reached.
        public static let budgetSpent = Code("budget_spent", .limit, .passing, at: .here)
        /// Not sent: another worker of the same state is asking the server. Nothing failed.
        public static let hostHeld = Code("host_held", .nobody, .passing, at: .here)
        /// There were too many redirects.
        public static let tooManyRedirects = Code("too_many_redirects", .server, .lasting)
        /// A redirect is not followed.
        public static let redirectRefused = Code("redirect_refused", .server, .lasting)
        /// A private or special address is not allowed.
        public static let addressRefused = Code("address_refused", .safety, .lasting)
        /// The address is invalid.
        public static let badAddress = Code("bad_address", .server, .lasting, at: .here)
        /// The recording has no such request.
        public static let notRecorded = Code("not_recorded", .server, .lasting, at: .here)

        // Errors of credentials: four different mistakes.
        /// A variable or a file with a value does not exist.
        public static let valueMissing = Code("value_missing", .configuration, .lasting)
        /// A program that should print a secret did not. The next run runs it again.
        public static let secretFailed = Code("secret_failed", .configuration, .passing)
        /// A credential is empty.
        public static let credentialEmpty = Code("credential_empty", .credential, .lasting, at: .here)
        /// A credential has an impossible form.
        public static let credentialMalformed = Code("credential_malformed", .credential, .lasting, at: .here)
        /// The service rejects a credential.
        public static let credentialRejected = Code("credential_rejected", .credential, .disputed)

        // Errors of documents.
        /// The document is no feed.
        public static let notAFeed = Code("not_a_feed", .server, .lasting)
        /// The document ends too early.
        public static let incompleteDocument = Code("incomplete_document", .server, .lasting)
        /// The service has no such feed.
        public static let feedNotAvailable = Code("feed_not_available", .server, .lasting)
        /// The document holds no list at the place that was configured.
        public static let listNotFound = Code("list_not_found", .server, .lasting)
        /// A page has no entries where its source looks for them.
        public static let pageChanged = Code("page_changed", .server, .lasting)
        /// The source's selector would take too long.
        public static let selectorTooCostly = Code("selector_too_costly", .configuration, .lasting, at: .answered)
        /// Entries have neither an id nor a link, so that nothing identifies them.
        public static let unidentified = Code("unidentified", .configuration, .lasting, at: .answered)
        /// A response reports errors inside although its status is a success.
        public static let errorAnswered = Code("error_answered", .server, .passing)
        /// The document is nested too deeply.
        public static let tooDeep = Code("too_deep", .server, .lasting)

        // Errors of files.
        /// There is no such file.
        public static let noSuchFile = Code("no_such_file", .file, .lasting)
        /// No file matches.
        public static let noMatch = Code("no_match", .file, .lasting)
        /// The file cannot be read.
        public static let unreadable = Code("unreadable", .file, .lasting)
        /// The file cannot be created or written.
        public static let unwritable = Code("unwritable", .file, .lasting)
        /// The file is not written, because other users can change it or its folder.
        public static let unsafePlace = Code("unsafe_place", .file, .lasting)
        /// The disk is full.
        public static let diskFull = Code("disk_full", .disk, .lasting)
        /// The disk reports an error.
        public static let inputOutput = Code("io_error", .disk, .lasting)
        /// The reader of the output is closed.
        public static let outputClosed = Code("output_closed", .machine, .lasting)

        // Errors of sinks.
        /// The receiver rejects the message.
        public static let rejected = Code("rejected", .message, .final)
        /// The receiver finds the message too large.
        public static let messageTooLarge = Code("message_too_large", .message, .final)
        /// The mail server refuses every recipient.
        public static let recipientsRefused = Code("recipients_refused", .server, .final)
        /// The mail server asks to send the letter later.
        public static let deferred = Code("deferred", .server, .passing)
        /// The mail server offers no encryption. Nothing was sent.
        public static let encryptionMissing = Code("encryption_missing", .safety, .lasting, at: .securing)
        /// The mail server offers no login that is known here. Nothing was sent.
        public static let loginMissing = Code("login_missing", .configuration, .lasting)
        /// Warning: the mail server refuses one of several recipients.
        public static let recipientRefused = Code("recipient_refused", .message, .final)
        /// The data that a sink read changed again and again while it composed.
        public static let overtaken = Code("overtaken", .machine, .passing)
        /// The outcome is unknown: the message may have arrived.
        public static let unknownFate = Code("unknown_fate", .server, .passing)
        /// Warning: the file was replaced or is shorter.
        public static let fileReplaced = Code("file_replaced", .file, .lasting)
        /// Warning: the file has content that Kawaraban did not write.
        public static let foreignContent = Code("foreign_content", .file, .lasting)
        /// Warning: a file that a user had edited was saved under another name.
        public static let editedFileSaved = Code("edited_file_saved", .file, .lasting)
        /// Warning: a page that gathered deliveries was saved under another name before one delivery replaced it.
        public static let gatheredPageSaved = Code("gathered_page_saved", .file, .lasting)

        // Errors of other programs.
        /// The program could not be started.
        public static let programNotStarted = Code("program_not_started", .configuration, .lasting)
        /// The program ended without a result.
        public static let programFailed = Code("program_failed", .server, .passing)
        /// The program's output cannot be used.
        public static let programOutput = Code("program_output", .server, .lasting)
        /// The program says that it is set up wrongly, so that no attempt can succeed.
        public static let programMisconfigured = Code("program_misconfigured", .configuration, .lasting)
        /// The program asks to be run again later.
        public static let programBusy = Code("program_busy", .server, .brief)

        // Warnings of filters.
        /// Warning: entries passed without being filtered (`on_failure: pass`, more than `per_run`).
        public static let entriesPassed = Code("entries_passed", .configuration, .lasting)
        /// Warning: a pattern took too long for some entries, which were kept.
        public static let patternUndecided = Code("pattern_undecided", .configuration, .lasting)
        /// Warning: a service has given no numbers for long; entries pass with those that they have.
        public static let numbersMissing = Code("numbers_missing", .outage, .passing)

        // Errors of a run.
        /// The work was stopped.
        public static let cancelled = Code("cancelled", .nobody, .passing)
        /// The configuration does not allow it.
        public static let badConfiguration = Code("bad_configuration", .configuration, .lasting)
        /// The state is damaged, or older than before.
        public static let stateDamaged = Code("state_damaged", .state, .lasting)
        /// Warning: the state that was here is missing.
        public static let stateLost = Code("state_lost", .state, .lasting)
        /// Warning: the state is a copy of another state.
        public static let stateCopied = Code("state_copied", .state, .lasting)
        /// Warning: other users could read the state.
        public static let stateNarrowed = Code("state_narrowed", .state, .lasting)
        /// The state's file has several names, so that two runs could use it at the same time.
        public static let stateAliased = Code("state_aliased", .state, .lasting)
        /// A stage broke the rules of its protocol.
        public static let pluginProtocol = Code("plugin_protocol", .plugin, .lasting)
        /// The state is of a newer version, or no state of Kawaraban.
        public static let stateUnusable = Code("state_unusable", .state, .lasting)
        /// The state is from before the first release.
        public static let stateUnreleased = Code("state_unreleased", .state, .lasting)
        /// The state is of an older version, and only a run may update it.
        public static let stateOutdated = Code("state_outdated", .state, .lasting)
        /// The state was moved away (`state save --move`), and continues elsewhere.
        public static let stateMoved = Code("state_moved", .state, .lasting)
        /// A saved state would replace one that has gone on since, or another one.
        public static let stateAhead = Code("state_ahead", .state, .lasting)
        /// A file is no saved state, or is damaged.
        public static let savedStateUnusable = Code("saved_state_unusable", .state, .lasting)
        /// Another run uses the state.
        public static let stateLocked = Code("state_locked", .state, .lasting)
        /// Another worker may have taken over what this one held, so that nothing more is stored.
        public static let leaseLost = Code("lease_lost", .state, .lasting)
        /// The database of the state cannot be reached, or the connection to it broke. The next run may reach it.
        public static let databaseUnreachable = Code("database_unreachable", .state, .passing)
        /// The database of the state refuses the connection: its login, or a right that is missing.
        public static let databaseRefused = Code("database_refused", .state, .lasting)
        /// The database of the state can only be read.
        public static let databaseReadOnly = Code("database_read_only", .state, .lasting)
        /// The database server cannot hold a state: it is too old, or its encoding is another one.
        public static let databaseUnfit = Code("database_unfit", .state, .lasting)
        /// Warning: workers of one state have different configurations.
        public static let configurationsDiffer = Code("configurations_differ", .state, .lasting)
        /// This process may not open more files or use more memory. The other side is not at fault.
        public static let outOfResources = Code("out_of_resources", .machine, .passing)
        /// A library that is loaded when it is needed cannot be loaded. No source is at fault.
        public static let libraryMissing = Code("library_missing", .machine, .lasting)
        /// Kawaraban has a bug.
        public static let internalError = Code("internal", .program, .lasting)

        /// Every code of the standard stages. The catalogue has a sentence and a cure for each.
        public static let standard: [Code] = [
            dns, refused, unreachable, connectTimeout, timeout, reset, proxy, tls, tlsExpired, tlsNotYetValid, tlsName,
            tlsUntrusted, tlsWeak, tlsTimeout, protocolViolation, truncated, tooLarge, headersTooLarge, encoding,
            emptyBody, unexpectedStatus,
            badRequest, notFound, gone, forbidden, challenged, serverError, limited, hostPaused, hostSilent,
            budgetSpent, hostHeld,
            tooManyRedirects, redirectRefused,
            addressRefused, badAddress, notRecorded, valueMissing, secretFailed, credentialEmpty, credentialMalformed,
            credentialRejected, notAFeed,
            incompleteDocument, feedNotAvailable, listNotFound, pageChanged, selectorTooCostly, unidentified,
            errorAnswered, tooDeep, noSuchFile,
            noMatch, unreadable, unwritable, unsafePlace,
            diskFull, inputOutput, outputClosed, rejected, messageTooLarge, recipientsRefused, recipientRefused,
            deferred,
            encryptionMissing, loginMissing, overtaken, unknownFate, fileReplaced,
            foreignContent,
            editedFileSaved, gatheredPageSaved, programNotStarted, programFailed, programOutput, programBusy,
            programMisconfigured, entriesPassed, patternUndecided, numbersMissing, cancelled, badConfiguration,
            stateDamaged, stateLost, stateCopied, stateNarrowed, stateAliased, pluginProtocol, stateUnusable,
            stateUnreleased, stateOutdated, stateMoved, stateAhead, savedStateUnusable, stateLocked, leaseLost,
            databaseUnreachable, databaseRefused, databaseReadOnly, databaseUnfit, configurationsDiffer,
            outOfResources, libraryMissing, internalError,
        ]
    }
}
