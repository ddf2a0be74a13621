import FeedEngine
import FeedParsing
import FeedStages

extension Catalogue {
    /// English.
    static let english = Catalogue(
        sentences: network.merging(answers) { $1 }.merging(credentials) { $1 }.merging(documents) { $1 }
            .merging(files) { $1 }.merging(sinks) { $1 }.merging(programs) { $1 }
            .merging(warnings) { $1 }.merging(run) { $1 },
        sentencesOfSinks: receivers, cureOfGivenUp: "see to the receiver; it is not tried again",
        unknown: Sentence("failed with {code}", cure: "see the plugin's own documentation"),
        quotation: "{what} ({words})",
        skipReasons: [
            .notDue: "not due yet", .throttled: "the server asked us to wait",
            .disabled: "disabled, or in no pipeline", .notReached: "the run was over before its turn",
            .silent: "its server has answered none of the others",
            .overBudget: "its server takes no more requests for now",
            .backOff: "left alone for a while: it has failed again and again; `--now` asks it",
            .stopped: "gone for good; `--now` asks it again",
        ],
        changes: changes,
        unreadableChange: ChangeWords(
            "another version left something to tell that this one cannot read: {kind} {fact}"),
        losses: [
            "cut_field":
                "a text of over \(Span.size(String(ParsingLimits.standard.field))), or a crowd of fields, was cut",
            "cut_short": "it ends too early each time; what is whole of it was taken",
            "simplified_page": "the page is too deep or too large for the tree of a browser; a simpler one was read",
            "too_many_entries": "the last entries were left out; raise `max_entries`",
            "empty_entry": "entries without any content were left out",
            "unidentified_entries": "entries with neither an id nor a link were left out",
            "unusable_items": "items without a title or an address were left out",
            "undecodable_bytes": "letters that could not be decoded were replaced",
            "invalid_utf8": "letters that could not be decoded were replaced",
        ]
    )

    private typealias Sentences = [StageError.Code: Sentence]

    private static let network: Sentences = [
        .dns: Sentence(
            "the name {host} was not resolved in {seconds} s", "the name {host} could not be resolved",
            "the host's name could not be resolved",
            cure: "check the address, and this machine's DNS"),
        .refused: Sentence(
            "{host} refused the connection", "the connection was refused",
            cure: "check the address and port, or try later"),
        .unreachable: Sentence(
            "{host} cannot be reached", "the host cannot be reached", cure: "check this machine's network, or try later"
        ),
        .connectTimeout: Sentence(
            "no connection in {seconds} s", "no connection in time", cure: "check the address, or try later"),
        .timeout: Sentence(
            "less than {rate} bytes a second for {seconds} s", "only {received} bytes of an answer in {seconds} s",
            "no answer in {seconds} s", "no answer in time",
            cure: "try later: what comes slower than {rate} bytes a second is not waited for",
            "raise `timeout` or try later"),
        .reset: Sentence("the connection broke", cure: "nothing to do unless it stays so: it is tried again"),
        .proxy: Sentence(
            "the proxy {address} refused or failed (status {status})", "the proxy {address} refused or failed",
            "the proxy refused or failed", cure: "check http_proxy, https_proxy and no_proxy"),
        .tls: Sentence(
            "the CA file of `{option}` cannot be used", "no secure connection could be made",
            cure: "check that the server speaks TLS on that port, and `ca_file` if there is one"),
        .tlsExpired: Sentence(
            "the server's certificate has expired", cure: "check this machine's clock; else the site must renew it"),
        .tlsNotYetValid: Sentence(
            "the server's certificate is not valid yet", cure: "check this machine's clock; else try later"),
        .tlsName: Sentence(
            "the server's certificate is for another name", cure: "check the address for a wrong host name"),
        .tlsUntrusted: Sentence(
            "the server's certificate is signed by nobody trusted",
            cure: "install ca-certificates, or name its CA with `ca_file`"),
        .tlsWeak: Sentence(
            "the server's certificate has a key or a signature that can be forged",
            cure: "tell the site: it must renew its certificate"),
        .tlsTimeout: Sentence(
            "no secure connection in {seconds} s", "no secure connection in time", cure: "try later"),
    ]

    private static let answers: Sentences = [
        .protocolViolation: Sentence(
            "the answer is no valid HTTP", cure: "check that a web server listens at that address and port"),
        .truncated: Sentence("the answer was cut short", cure: "nothing to do unless it stays so: it is tried again"),
        .tooLarge: Sentence(
            "{volume} came, nearly all of it {found}", "it is larger than {size}", "it is too large",
            cure: "raise `{option}` if it should be", "raise `max_body` if it should be",
            cureOfFound: "check the address, and tell the site: no feed is sent like that"),
        .headersTooLarge: Sentence(
            "the answer's header is larger than {size}", "the answer's header is too large",
            cure: "check the address: no feed needs such a header"),
        .encoding: Sentence(
            "the answer's compression ({found}) is broken or unknown", "the answer's compression is broken or unknown",
            cure: "tell the site: its Content-Encoding is wrong"),
        .emptyBody: Sentence(
            "it is empty", cure: "open the address in a browser; the feed may have moved",
            cureOfFile: "check what writes the file"),
        .unexpectedStatus: Sentence(
            "the server answered with status {status}", "the server answered with an unexpected status",
            cure: "open the address in a browser; the feed may have moved"),
        .badRequest: Sentence(
            "the server does not accept the request (status {status})", "the request cannot be sent: its {found}",
            "the server does not accept the request", cure: "check the source's options"),
        .notFound: Sentence(
            "the service has no such {option} (status {status})", "nothing is at this address (status {status})",
            "nothing is at this address",
            cure: "check the source's `{option}` for a mistyped name", "look for the feed's new address"),
        .gone: Sentence("the feed is gone for good", cure: "remove the source, or look for its new address"),
        .forbidden: Sentence(
            "the server does not let us in with this {option} (status {status})",
            "the server does not let us in (status {status})", "the server does not let us in",
            cure: "check what this {option} allows, or make a new one",
            "check whether it wants a login, a token or another `user_agent`"),
        .serverError: Sentence(
            "the server has a problem of its own (status {status})", "the server has a problem of its own",
            cure: "nothing to do: it is tried again"),
        .challenged: Sentence(
            "the site lets in only browsers (a Cloudflare challenge)",
            cure: "ask the site to let feed readers in, or look whether it offers the feed elsewhere"),
        .hostPaused: Sentence(
            "not asked: its server wants a pause, for {wait} more", "not asked: its server wants a pause",
            cure: "nothing to do: it is asked when the pause is over"),
        .hostSilent: Sentence(
            "not asked: its server has answered none of the others", cure: "nothing to do: it is asked first next time"),
        .budgetSpent: Sentence(
            "not asked: of {limit} requests its server has too few left, for {wait} more",
            "not asked: its server takes no more requests for now",
            cure: "nothing to do: it is asked then; a token may raise the limit"),
        .limited: Sentence(
            "the server asks to wait {wait} (status {status})", "too many requests; the server asks to wait {wait}",
            "the server wants fewer requests, or is overloaded (status {status})", "too many requests for this server",
            cure: "raise `refresh`, or use a token if the service has one"),
        .tooManyRedirects: Sentence(
            "more than {limit} redirects", "too many redirects",
            cure: "open the address in a browser and take the last one"),
        .redirectRefused: Sentence(
            "a redirect to {found} was not followed", "a redirect to {address} was not followed",
            "a redirect was not followed", cure: "use the new address if you trust it"),
        .addressRefused: Sentence(
            "{found} leads to {address}, a private or special address",
            "{address} is a private or special address", "the host has a private or special address",
            cure: "add it to `settings.network.allow` if you mean it",
            cureOfFound: "set `network.allow_redirects: yes` if you trust it"),
        .badAddress: Sentence("this is no usable address", cure: "write it as http://… or https://…"),
        .notRecorded: Sentence(
            "this request is not in the recording", cure: "record again with --record, into an empty folder"),
    ]

    private static let credentials: Sentences = [
        .valueMissing: Sentence(
            "{found}", "a variable or a file is missing", cure: "{advice}", "set it, or leave the option out"),
        .secretFailed: Sentence(
            "{found}", "the program that prints the secret failed", cure: "{advice}", "run it by hand to see why"),
        .credentialEmpty: Sentence(
            "{found}", "the {option} is empty", "the credential is empty",
            cure: "{advice}", "fill in the variable or file it comes from, or leave the option out"),
        .credentialMalformed: Sentence(
            "{found}", "the {option} is malformed", "the credential is malformed",
            cure: "{advice}", "copy it anew; line breaks and spaces do not belong in it"),
        .credentialRejected: Sentence(
            "the {option} was rejected (status {status})", "the {option} was rejected",
            "the server wants a login or a token (status {status})", "the credential was rejected",
            cure: "make a new {option} at the service and put it where the old one was",
            "give the source one, if you have it, or check the one it has"),
    ]

    private static let documents: Sentences = [
        .notAFeed: Sentence(
            "this is no feed: {found}", "this is no feed",
            cure: "look for a link called RSS, Atom or feed on that site",
            cureOfFile: "check the file, and which parser reads it"),
        .incompleteDocument: Sentence(
            "the document ends too early", cure: "nothing to do unless it stays so: it is tried again",
            cureOfFile: "get the file again: its end is missing"),
        .listNotFound: Sentence(
            "{found}", "the document has no list where `entries` looks for one",
            cure: "correct `entries`", cureOfFile: "correct `entries`"),
        // The reason needs the room of a line: it names a selector, and what is near.
        .pageChanged: Sentence(
            "{found}", "the page has no entries where its source looks for them",
            cure: "correct the selectors", cureOfFile: "correct the selectors"),
        .selectorTooCostly: Sentence(
            "`{found}` takes too long on this page", "a selector takes too long on this page",
            cure: "write a simpler selector", cureOfFile: "write a simpler selector"),
        .unidentified: Sentence(
            "{found} entries have neither an id nor a link", "entries have neither an id nor a link",
            cure: "correct `id` or `link`", cureOfFile: "correct `id` or `link`"),
        .errorAnswered: Sentence(
            "the service answered with an error", cure: "check what is asked for; it is tried again"),
        .feedNotAvailable: Sentence(
            "the service has no such feed", cure: "check the source's options for a mistyped topic or edition"),
        .tooDeep: Sentence(
            "the document is nested deeper than {limit}", "the document is nested too deeply",
            cure: "check the address: no feed is nested like that",
            cureOfFile: "check the file: no feed is nested like that"),
    ]

    private static let files: Sentences = [
        .noSuchFile: Sentence(
            "there is no such file", cure: "check the path; in a configuration it is relative to that file"),
        .noMatch: Sentence(
            "no file matches", cure: "check the pattern; in a configuration it is relative to that file"),
        .unreadable: Sentence(
            "it cannot be read: {found}", "it cannot be read", cure: "check its permissions",
            cureOfFound: "name a file, or a pattern such as folder/*.xml"),
        .unwritable: Sentence(
            "it cannot be written: {found}", "it cannot be created or written",
            cure: "check the folder's permissions", cureOfFound: "name another place, or clear this one"),
        .unsafePlace: Sentence(
            "{found}", "other users can change it", cure: "{advice}",
            "make file and folder yours alone, or use others"),
        .diskFull: Sentence("the disk is full", cure: "make room; what waits goes out at the next run"),
        .inputOutput: Sentence(
            "the disk reports an error", cure: "check the disk; what waits goes out at the next run"),
        .outputClosed: Sentence(
            "the reader of the output has gone", cure: "what waits goes out at the next run"),
    ]

    private static let sinks: Sentences = [
        .rejected: Sentence(
            "the receiver rejects the message (status {status})", "the receiver rejects the message",
            cure: "check the sink's address and credentials"),
        .messageTooLarge: Sentence(
            "the receiver finds the message too large", cure: "send less at once: `take`, or `body: entry`"),
        .overtaken: Sentence(
            "what it composed of was changed again and again meanwhile",
            cure: "nothing to do: all of it waits, and the next run composes again"),
        .unknownFate: Sentence(
            "nobody can tell whether the message arrived", cure: "nothing to do: it is sent again with the same id"),
    ]

    private static let programs: Sentences = [
        .programNotStarted: Sentence(
            "the program {found}", "the program cannot be started",
            cure: "`run` is relative to the configuration"),
        .programFailed: Sentence(
            "the program failed: {found}", "the program failed", cure: "run it by hand to see why"),
        .programOutput: Sentence(
            "its output cannot be used: {found}", "what the program printed cannot be used",
            cure: "run it by hand; messages belong on stderr"),
        .programBusy: Sentence(
            "the program wants to be asked again later", cure: "nothing to do: it is tried again"),
    ]

    private static let receivers: Sentences = [
        .limited: Sentence(
            "the receiver asks to wait {wait}", "the receiver is too busy", cure: "nothing to do: it is tried again"),
        .serverError: Sentence(
            "the receiver has a problem of its own (status {status})", "the receiver has a problem of its own",
            cure: "nothing to do: it is tried again"),
        .notFound: Sentence(
            "no receiver is at this address (status {status})", "no receiver is at this address",
            cure: "check the sink's `url`"),
        .gone: Sentence(
            "the receiver is gone for good", cure: "take its new `url`, or remove the sink; the entries wait"),
        .forbidden: Sentence(
            "the receiver does not let us in (status {status})", "the receiver does not let us in",
            cure: "check the sink's `url`, `secret` and `headers`"),
        .credentialRejected: Sentence(
            "the receiver does not accept our credentials (status {status})",
            "the receiver does not accept our credentials", cure: "check the sink's `url`, `secret` and `headers`"),
        .timeout: Sentence("no answer in {seconds} s", "no answer in time", cure: "nothing to do: it is tried again"),
    ]

    private static let warnings: Sentences = [
        .fileReplaced: Sentence(
            "the file is another one, or shorter, than the one we wrote to", cure: "nothing to do if you rotated it"),
        .foreignContent: Sentence(
            "somebody else has written to the file; what we had begun may stand there twice",
            cure: "let nobody else write there"),
        .editedFileSaved: Sentence(
            "the file had been edited; it was saved as {found}",
            "the file had been edited; it was saved beside the new one",
            cure: "take from it what you need"),
        .entriesPassed: Sentence(
            "{found} without what the filter does, more than `per_run`", "entries pass without what the filter does",
            cure: "raise `per_run`, or leave out `on_failure: pass`, and they wait"),
        .patternUndecided: Sentence(
            "a pattern took too long for {found}; the filter kept what depends on it",
            "a pattern took too long; the filter kept what depends on it",
            cure: "make it simpler: no repetition of a repetition, no reference back, no `(?>…)`"),
    ]

    private static let run: Sentences = [
        .cancelled: Sentence("stopped", cure: "run again: it goes on where it was"),
        .badConfiguration: Sentence(
            "`{option}` does not allow this", "the configuration does not allow this", cure: "run `kawaraban check`"),
        .stateDamaged: Sentence(
            "the state is damaged: {found}", "the state is damaged",
            cure: "nothing is delivered until `kawaraban state repair` has been run"),
        .stateLost: Sentence(
            "the state that was here is gone; everything counts as new",
            cure: "nothing to do if you took it away; else put it back"),
        .stateCopied: Sentence(
            "the state is a copy of {found}; what both deliver comes twice", "the state is a copy of another one",
            cure: "let only one of them run"),
        .stateNarrowed: Sentence(
            "other users could read the state; its mode is 600 now",
            cure: "nothing to do, unless a program of another user reads it: a backup"),
        .stateAliased: Sentence(
            "{found}: two runs could work with it at once",
            "it has several names: two runs could work with it at once",
            cure: "mount its folder {folder} instead", "take the others away: find / -xdev -samefile {subject}"),
        .pluginProtocol: Sentence(
            "the stage broke its protocol: {found}", "the stage broke its protocol",
            cure: "report it to its author; what waits goes on waiting"),
        .stateUnusable: Sentence(
            "the state cannot be used: {found}", "the state is of a newer version, or not ours",
            cure: "it was left as it is: name another file, or use the program that made it"),
        .stateUnreleased: Sentence(
            "the state is from before the first release",
            cure: "start anew: `kawaraban state forget --all` puts it aside"),
        .stateOutdated: Sentence(
            "the state is of an older version", cure: "nothing to do: the next run brings it up to date"),
        .stateLocked: Sentence(
            "process {process} has been at work for {span}", "another run is at work",
            cure: "wait for it, or end it if it hangs"),
        .outOfResources: Sentence(
            "this process may not open more files", cure: "raise `ulimit -n`, or lower `settings.concurrency`"),
        .internalError: Sentence(
            "an internal error: {found}", "an internal error", cure: "please report it with --log-level debug"),
    ]
}
