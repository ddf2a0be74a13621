import FeedMessages
import FeedModel
import FeedStages
import Testing

@testable import FeedCommand

@Suite("Catalogue")
struct CatalogueTests {
    private let catalogue = Catalogue.english

    @Test("every standard code says what happened and what to do", arguments: StageError.Code.standard)
    func everyCode(_ code: StageError.Code) throws {
        let bare = StageError(code, subject: "https://example.com/feed")
        for catalogue in [Catalogue(Localizer(.en)), Catalogue(Localizer(.ja))] {
            let (what, cure) = (catalogue.what(bare), catalogue.cure(bare))
            #expect(
                !what.isEmpty && what != code.rawValue && !what.hasPrefix("failed with"), "no variant without facts")
            #expect(!cure.isEmpty && cure != code.rawValue)
            #expect(!what.contains("{") && !cure.contains("{"))
        }
    }

    @Test("the catalogue has no code that nobody uses")
    func noStrays() {
        let known = Set(StageError.Code.standard.map(\.rawValue)).union(["unknown", "given_up", "quoted", "sentence"])
        for language in [DigestLocale.en, .ja] {
            let codes = MessageCatalogue.keys(in: language).map { $0.split(separator: ".") }
                .filter { ["error", "sink_error"].contains($0[0]) }.map { String($0[1]) }
            #expect(Set(codes).subtracting(known).isEmpty)
        }
    }

    @Test("an error that hides its secret is never told which part of the credential was wrong")
    func rejectedCredential() {
        let error = StageError(.credentialRejected, subject: "qiita", facts: [.option: "token"])
        #expect(catalogue.what(error) == "the token was rejected")
    }

    @Test("a server that wants a login is not said to have rejected one that it never got")
    func login() {
        let error = StageError(.credentialRejected, subject: "https://e.example/", facts: [.status: "401"])
        #expect(catalogue.what(error) == "the server requires a login or a token (status 401)")
    }

    @Test("what to do about a file is not what to do about an address")
    func files() {
        let page = StageError(.notAFeed, subject: "https://e.example/", facts: [.found: "HTML page"])
        #expect(catalogue.cure(page) == "look for a link called RSS, Atom or feed on that site")
        let file = StageError(.notAFeed, subject: "/saved/a.json", facts: [.found: "JSON object"])
        #expect(catalogue.cure(file) == "check the file, and which parser reads it")
    }

    @Test("a folder that is in the way is not a matter of permissions")
    func found() {
        let folder = StageError(.unwritable, subject: "/a", facts: [.found: "not empty"])
        #expect(catalogue.cure(folder) == "name another place, or clear this one")
        #expect(catalogue.cure(StageError(.unwritable, subject: "/a")) == "check the folder's permissions")
    }

    @Test(
        "why a state cannot be used is told whole",
        arguments: [
            "the state of a newer version", "another program's database", "damaged rows of waiting entries", nil,
        ])
    func unusable(_ found: String?) {
        let facts: [StageError.Fact: String] = found.map { [.found: $0] } ?? [:]
        let error = StageError(.stateUnusable, subject: "s", facts: facts)
        let line = ErrorLine(
            beginning: "kawaraban: state", what: catalogue.what(error), shortWhat: catalogue.what(error),
            cure: catalogue.cure(error), subject: "")
        #expect(!line.text().contains("…"))
    }

    @Test("of a reason that is too long for its line no half of the status is told")
    func wholeStatus() {
        let catalogue = Catalogue(Localizer(.ja))
        let error = StageError(.serverError, subject: "https://e.example/feed", facts: [.status: "503"])
        for length in 20...90 {
            let line = ErrorLine(error, catalogue, beginning: String(repeating: "長", count: length)).text(in: 100)
            #expect(line.contains("503）") || !line.contains("（ス"), "\(line)")
        }
    }

    @Test("who holds the state is told with the time since when, if it is known")
    func holder() {
        let known = StageError(.stateLocked, subject: "s", facts: [.process: "42", .seconds: "10800"])
        #expect(catalogue.what(known) == "process 42 has been using the state for 3 h")
        #expect(catalogue.what(StageError(.stateLocked, subject: "s")) == "another run is in progress")
    }

    @Test("facts fill the sentence; without them a shorter one is said")
    func facts() {
        let timed = StageError(.timeout, subject: "lwn", facts: [.seconds: "30"])
        #expect(catalogue.what(timed) == "no answer in 30 s")
        #expect(catalogue.what(StageError(.timeout, subject: "lwn")) == "no answer in time")
        let limited = StageError(.limited, subject: "lwn", retryAfter: .seconds(7200))
        #expect(catalogue.what(limited) == "too many requests; the server asks to wait 2 h")
    }

    @Test("a timeout is told by where it was: the name, the connection, the handshake, the answer, its body")
    func timeouts() {
        func told(_ code: StageError.Code, _ facts: [StageError.Fact: String]) -> String {
            let error = StageError(code, subject: "https://e.example/", facts: facts)
            return catalogue.what(error) + "; " + catalogue.cure(error)
        }
        let facts: [StageError.Fact: String] = [.host: "e.example", .seconds: "10"]
        let lines = [
            told(.dns, facts), told(.connectTimeout, facts), told(.tlsTimeout, facts), told(.timeout, facts),
            told(.timeout, facts.merging([.received: "512"]) { $1 }),
            told(.timeout, facts.merging([.rate: "100"]) { $1 }),
        ]
        #expect(
            lines == [
                "e.example was not resolved within 10 s; check the host name, and this machine's DNS",
                "no connection in 10 s; check the address, or try later", "no secure connection in 10 s; try later",
                "no answer in 10 s; raise `timeout` or try later",
                "only 512 bytes of an answer in 10 s; raise `timeout` or try later",
                "less than 100 bytes a second for 10 s; try later: responses slower than 100 bytes a second are not "
                    + "waited for",
            ])
    }

    @Test(
        "Y14 empty, malformed, missing and rejected credentials are four sentences, and 401 tells who was asked for one"
    )
    func credentials() {
        func told(_ code: StageError.Code, _ facts: [StageError.Fact: String] = [:]) -> String {
            let error = StageError(code, subject: "https://e.example/", facts: facts)
            return catalogue.what(error) + "; " + catalogue.cure(error)
        }
        let lines = [
            told(.credentialEmpty, [.option: "token"]), told(.credentialMalformed, [.option: "token"]),
            told(.valueMissing, [.found: "environment variable T is not set", .advice: "set it"]),
            told(.credentialRejected, [.option: "token", .status: "401"]), told(.credentialRejected, [.status: "401"]),
            told(.forbidden, [.option: "token", .status: "403"]), told(.forbidden, [.status: "403"]),
        ]
        #expect(
            lines == [
                "the token is empty; set the variable or file that it comes from, or remove the option",
                "the token is malformed; copy it again, without line breaks and spaces",
                "environment variable T is not set; set it",
                "the token was rejected (status 401); make a new token at the service, and replace the old one",
                "the server requires a login or a token (status 401); add a credential to the source, or check the one "
                    + "that it has",
                "the server denies access with this token (status 403); check the permissions of this token, or make a "
                    + "new one",
                "the server denies access (status 403); check whether it needs a login, a token or another "
                    + "`user_agent`",
            ])
        #expect(
            told(.notFound, [.option: "tag", .status: "404"]).hasSuffix("check the spelling of the source's `tag`"))
        #expect(told(.notFound, [.status: "404"]).hasSuffix("look for the feed's new URL"))
    }

    @Test("a fact that looks like a template is not read as one")
    func factsAreNotTemplates() {
        let error = StageError(.notAFeed, subject: "a", facts: [.found: "{subject} and {code}"])
        #expect(catalogue.what(error) == "this is not a feed: {subject} and {code}")
    }

    @Test("a third party's words are quoted on one line, without control characters")
    func explanation() {
        let error = StageError(
            .limited, subject: "", explanation: "Rate\u{1B}[31m limit\r\nkawaraban: all is well\u{202E}")
        #expect(
            catalogue.what(error)
                == "too many requests for this server (Rate\u{FFFD}[31m limit kawaraban: all is well)")
    }

    @Test("a plugin's own code is told by its name")
    func unknownCode() {
        let error = StageError(StageError.Code(rawValue: "moon_phase"), subject: "")
        #expect(catalogue.what(error) == "failed with moon_phase")
        #expect(!catalogue.cure(error).isEmpty)
    }
}
