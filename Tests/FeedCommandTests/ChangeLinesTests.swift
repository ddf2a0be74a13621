import FeedConfiguration
import FeedJSON
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import Testing

@testable import FeedCommand
@testable import FeedEngine

@Suite("Change lines")
struct ChangeLinesTests {
    private let lines = ChangeLines(catalogue: .english, zone: Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600))
    private let since = Timestamp(seconds: 1_795_100_400)  // 2026-11-19T15:00:00Z: the 20th in Tokyo

    @Test("a failing source is told with its day, tries, reason, cure and address")
    func failing() {
        let error = StageError(.timeout, subject: "https://lwn.net/headlines/rss", facts: [.seconds: "30"])
        #expect(
            lines.line(for: .failing("lwn", error, since: since, failures: 5, hasEverWorked: true))
                == "kawaraban: source \"lwn\" failing since 2026-11-20 (5 tries): no answer in 30 s; "
                + "raise `timeout` or try later [https://lwn.net/headlines/rss] (timeout)")
    }

    @Test("U06 the feed that a page names is told whole, with the option to set, however long it is")
    func namedFeed() {
        for length in [10, 150, 1500] {
            let feed = "https://blog.example/" + String(repeating: "x", count: length) + "/atom.xml"
            let error = StageError(
                .notAFeed, subject: "https://blog.example/" + String(repeating: "y", count: 300), facts: [.feed: feed],
                phrases: [.found: .message("document.html_with_feed")])
            let name = String(repeating: "n", count: 100)
            let line = lines.line(for: .failing(name, error, since: since, failures: 5, hasEverWorked: true))
            #expect(line.contains("; set `url: \(feed)`"), "\(line)")
            #expect(line.hasSuffix(" (not_a_feed)"))
            #expect(line.contains("HTML page that names a feed"))
            #expect(DisplayWidth.of(line) <= ErrorLine.columns + feed.utf8.count + 20)
        }
    }

    @Test("U06 the new address of a feed is told whole")
    func movedFar() {
        let target = "https://new.example/" + String(repeating: "path/", count: 60)
        let line = lines.line(for: .sourceMoved("blog", to: target, option: nil))
        #expect(line.contains(target), "\(line)")
        #expect(
            lines.line(for: .sourceMoved(String(repeating: "n", count: 100), to: target, option: nil)).contains(target))
    }

    @Test(
        "Y05 missed entries are told with the times and the interval that would have caught them, or why not",
        arguments: [
            (MissedEntries.Cause.rhythm, "fetch at least every 2 h"),
            (
                .server(field: "ttl", wait: .seconds(36_000)),
                "every 2 h is needed, the server asks for 10 h (`ttl`)"
            ),
            (.failing, "fetches failed in that time"),
            (.unread(["token", "pages"]), "set `token` or `pages` to read further, or fetch every 2 h"),
            (.unread([]), "fetch at least every 2 h"),
        ])
    func missed(cause: MissedEntries.Cause, remedy: String) {
        let hour: Duration = .seconds(3600)
        var missed = MissedEntries(
            from: since + hour * 10, until: since + hour * 14, pause: hour * 2, cause: cause)
        let beginning = "kawaraban: source \"hot\": entries may have been missed between 2026-11-20 10:00 and "
        #expect(lines.line(for: .sourceMissed("hot", missed)) == "\(beginning)14:00; \(remedy)")
        missed.until = since + hour * 25
        #expect(lines.line(for: .sourceMissed("hot", missed)) == "\(beginning)2026-11-21 01:00; \(remedy)")
    }

    @Test("fields that are gone are told by name and day, four at most")
    func goneFields() {
        func text(_ names: [String]) -> String {
            lines.line(for: .sourceFieldsGone("hatena_it", names.map { GoneField(name: $0, since: since) }))
        }
        #expect(
            text(["bookmarks"])
                == "kawaraban: source \"hatena_it\": bookmarks missing since 2026-11-20; check whether its site has changed"
        )
        #expect(text(["a", "b", "c"]).contains(": a, b and c missing since"))
        #expect(text(["a", "b", "c", "d", "e"]).contains(": a, b, c and 2 more missing since"))
    }

    @Test("P45 what a program printed in the wrong place is quoted in the line")
    func programOutput() {
        let quotation = "\"Loading the model, please wait\""
        func error(_ found: String) -> StageError {
            StageError(.programOutput, subject: "./programs/translate.py", facts: [.found: found])
        }
        #expect(
            lines.line(
                for: .pipelineFailing("morning", error("line 1 is not JSON (no value): \(quotation)"), since: since))
                == "kawaraban: pipeline \"morning\" failing: its output cannot be used: line 1 is not JSON (no value): "
                + "\"Loading the model,…; run it by hand; messages belong on stderr (program_output)")
        let failure = error("not a feed but plain text: \(quotation)")
        #expect(
            lines.line(for: .failing("tides", failure, since: since, failures: 1, hasEverWorked: false))
                == "kawaraban: source \"tides\" has never worked: its output cannot be used: not a feed but plain text: "
                + "\"Loading the model…; run it by hand; messages belong on stderr (program_output)")
    }

    @Test("P43 what Windows did to the file of a program is told in the line")
    func windowsLineEnds() {
        let error = StageError(
            .programNotStarted, subject: "./programs/tides.py",
            facts: [.found: "cannot be started: its first line ends in a carriage return"])
        #expect(
            lines.line(for: .failing("tides", error, since: since, failures: 1, hasEverWorked: false))
                == "kawaraban: source \"tides\" has never worked: the program cannot be started: its first line ends in a "
                + "carriage return; `run` is relative to the configuration (program_not_started)")
    }

    @Test("a source that never worked is told so")
    func neverWorked() {
        let error = StageError(.dns, subject: "https://nx.invalid/", facts: [.host: "nx.invalid"])
        #expect(
            lines.line(for: .failing("nx", error, since: since, failures: 1, hasEverWorked: false))
                == "kawaraban: source \"nx\" has never worked: nx.invalid could not be resolved; "
                + "check the host name, and this machine's DNS [https://nx.invalid/] (dns)")
    }

    @Test("a move is told with the line of the configuration to change, an end and a lack of time in one line each")
    func movesAndEnds() {
        let place = Place(file: "config.yaml", line: 12, column: 20)
        #expect(
            lines.line(for: .sourceMoved("blog", to: "https://new.example/feed", option: place))
                == "kawaraban: source \"blog\" has moved permanently: change `url` at config.yaml:12 to "
                + "https://new.example/feed")
        #expect(
            lines.line(for: .sourceBack("blog", at: "https://old.example/feed"))
                == "kawaraban: source \"blog\" answers at its configured URL again, and is fetched from there "
                + "[https://old.example/feed]")
        let error = StageError(.gone, subject: "https://old.example/feed", facts: [.status: "410"])
        #expect(
            lines.line(for: .sourceGone("blog", error)).hasPrefix(
                "kawaraban: source \"blog\" is gone and is no longer fetched: "))
        #expect(
            lines.line(for: .outOfTime(.seconds(600), unreached: 12))
                == "kawaraban: 12 sources were not fetched within 10 min, and will be fetched first next time; "
                + "if this continues, raise `settings.max_run`")
    }

    @Test(
        "no line is wider than 160 columns but for its code, wide characters counted twice; the subject gives way first"
    )
    func width() {
        let error = StageError(
            .notAFeed, subject: "https://example.com/" + String(repeating: "新聞", count: 200),
            facts: [.found: "an HTML page"], explanation: String(repeating: "長い説明", count: 100))
        for change in [
            RunReport.Change.failing("s", error, since: since, failures: 3, hasEverWorked: true),
            .failing(String(repeating: "名", count: 300), error, since: since, failures: 3, hasEverWorked: true),
            .sinkRecovered(String(repeating: "x", count: 500)), .warning(error),
        ] {
            #expect(DisplayWidth.of(lines.line(for: change)) <= 160 + " (not_a_feed)".utf8.count)
        }
        let short = StageError(.timeout, subject: "https://example.com/" + String(repeating: "a", count: 300))
        let line = lines.line(for: .failing("lwn", short, since: since, failures: 3, hasEverWorked: true))
        #expect(line.contains("raise `timeout` or try later [https://example.com/aaa"))
        #expect(line.hasSuffix("…] (timeout)") && DisplayWidth.of(line) == 160 + " (timeout)".utf8.count)
        let wordy = StageError(
            .timeout, subject: "https://a.example/", explanation: String(repeating: "blah ", count: 40))
        #expect(
            lines.line(for: .sinkFailing("hook", wordy, waiting: 1))
                == "kawaraban: sink \"hook\" failing, 1 entry waiting: no answer in time; nothing to do: it is tried again "
                + "[https://a.example/] (timeout)")
    }

    @Test("control and bidirectional characters from outside cannot forge a line or turn one round")
    func hostile() {
        let error = StageError(.timeout, subject: "https://e.com/\n\u{1B}]0;x\u{7}\u{202E}kawaraban: ok\u{9B}")
        let line = lines.line(
            for: .failing("a\u{1B}[2Jb\r\nc", error, since: since, failures: 3, hasEverWorked: true))
        #expect(
            !line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" })
    }

    private func kept(_ changes: [RunReport.Change], isOfEarlierRun: Bool = false) -> [ChangeLine] {
        changes.enumerated().map {
            ChangeLine($1, number: Int64($0 + 1), madeAt: since, isOfEarlierRun: isOfEarlierRun)
        }
    }

    @Test("ten changes are told; of more, the rest is counted", arguments: [0, 1, 10, 11, 224])
    func many(_ count: Int) {
        let mail = lines.mail(for: kept((0..<count).map { .sourceRecovered("s\($0)") }))
        #expect(mail.texts.count == min(count, 10))
        #expect(mail.rest == max(0, count - 10))
        #expect(lines.rest(214) == "kawaraban: … and 214 more (kawaraban status --lines)")
    }

    @Test("Y04 of more than ten what needs attention comes first, and what happened to one source stays in order")
    func ranked() {
        let error = StageError(.gone, subject: "x")
        let others = (0..<10).map { RunReport.Change.sourceRecovered("s\($0)") }
        let mail = lines.mail(for: kept(others + [.sourceRecovered("blog"), .sourceGone("blog", error)]))
        let first = mail.texts.prefix(2).map { $0.lines[0].change }
        #expect(first == [.sourceRecovered("blog"), .sourceGone("blog", error)])
        #expect(mail.rest == 2)
    }

    @Test("Y03 what an earlier run found out is told with its moment, within 160 columns but for its code")
    func dated() {
        let long = StageError(.timeout, subject: "https://lwn.net/" + String(repeating: "a", count: 200))
        let changes: [RunReport.Change] = [.sourceRecovered("lwn"), .sourceGone("lwn", long)]
        let told = lines.mail(for: kept(changes, isOfEarlierRun: true)).texts.map(\.text)
        #expect(told[0] == "kawaraban: 2026-11-20 00:00: source \"lwn\" works again")
        #expect(told[1].hasPrefix("kawaraban: 2026-11-20 00:00: source \"lwn\" is gone"))
        #expect(told.allSatisfy { DisplayWidth.of($0) <= 160 + " (timeout)".utf8.count })
    }

    @Test("Y03 what another version kept is told as what it is")
    func unreadable() {
        let line = lines.line(for: .unreadable(kind: "source_split", fact: "{\"into\":2}"))
        #expect(
            line == "kawaraban: another version left a notice that this version cannot read: "
                + "source_split {\"into\":2}")
        #expect(
            lines.line(for: .unreadable(kind: "document_failing", fact: "?"))
                == "kawaraban: another version left a notice that this version cannot read: document_failing ?")
    }

    @Test("every kind of change is told in its words, with its level, and makes the exit status 1 or does not")
    func kinds() throws {
        let error = StageError(.gone, subject: "x", facts: [.status: "410"])
        let retry = "`kawaraban state retry --source blog` delivers them, `state forget` discards them"
        let leftover = "{\"pipeline\":\"all\",\"sink\":\"hook\",\"entries\":1}"
        let export = "{\"sink\":\"hook\",\"messages\":7,\"path\":\"/a/b\"}"
        func json(_ value: some Encodable) -> String { JSONEncoding.text(of: value) ?? "" }
        let rate = json(EntryRate(entries: 24, over: .seconds(84 * 86_400)))
        let silence = "{\"since\":\(json(since)),\"lasts\":\(json(Duration.zero)),\"before\":\(rate)}"
        let table: [(RunReport.Change, level: String, attention: Bool, line: String)] = [
            (
                .sourceSilent("blog", try #require(JSONDecoding.value(from: silence))), "warning", false,
                "source \"blog\" responds, but has had no new entries since 2026-11-20 (before: about 2 a week); "
                    + "check whether it has moved"
            ),
            (.sourceWorks("blog"), "notice", false, "source \"blog\" works now"),
            (
                .sourceMoved("blog", to: "https://a.example/", option: nil), "notice", false,
                "source \"blog\" has moved permanently: change its URL to https://a.example/"
            ),
            (
                .sourceFlooded("blog", entries: 1), "error", true,
                "source \"blog\" flooded: 1 old entry appeared as new and is held; \(retry)"
            ),
            (
                .sourceElsewhere("blog", entries: 3, at: "a.example"), "error", true,
                "source \"blog\": 3 entries from a redirect to a.example held; \(retry)"
            ),
            (
                .sourceChangedGuids("blog", entries: 20), "notice", false,
                "source \"blog\" changed the ids of its entries; 20 were recognised and are not delivered twice"
            ),
            (
                .offline(StageError(.unreachable, subject: "x"), since: since), "warning", false,
                "offline since 2026-11-20 00:00: nearly every fetch failed, so no source counts as failing "
                    + "(the host cannot be reached)"
            ),
            (.online(after: .seconds(7200)), "notice", false, "online again, after 2 h"),
            (
                .outOfTime(.seconds(600), unreached: 1), "error", true,
                "1 source was not fetched within 10 min, and will be fetched first next time; "
                    + "if this continues, raise `settings.max_run`"
            ),
            (
                .pipelineFailing("all", StageError(.cancelled, subject: ""), since: since), "error", true,
                "pipeline \"all\" failing since 2026-11-20, its entries wait: stopped; run again: it continues where it "
                    + "stopped (cancelled)"
            ),
            (.pipelineRecovered("all"), "notice", false, "pipeline \"all\" works again"),
            (
                .sinkWaiting("hook", since: since, waiting: 4), "error", true,
                "sink \"hook\": 4 entries waiting since 2026-11-20"
            ),
            (.sinkRecovered("hook"), "notice", false, "sink \"hook\" works again"),
            (.sinkWorks("hook"), "notice", false, "sink \"hook\" works now"),
            (
                .leftoverForgotten(try #require(JSONDecoding.value(from: leftover))), "warning", true,
                "pipeline \"all\": 1 entry for the removed sink \"hook\" discarded after 30 days"
            ),
            (
                .givenUpExported(try #require(JSONDecoding.value(from: export))), "warning", true,
                "sink \"hook\": the oldest 7 given-up messages were moved to /a/b"
            ),
            (
                .warning(StageError(.cancelled, subject: "")), "warning", false,
                "warning: stopped; run again: it continues where it stopped (cancelled)"
            ),
        ]
        for (change, level, attention, line) in table {
            #expect(lines.line(for: change) == "kawaraban: \(line)")
            #expect(change.level.rawValue == level && change.needsAttention == attention, "\(line)")
        }
        let told: [RunReport.Change] = [
            .sourceRecovered("a"), .sourceGone("a", error), .documentFailing("a", key: "b", error),
        ]
        #expect(told.map(\.kind.level) == [.notice, .error, .error])
        let withoutWords = RunReport.Change.Kind.standard.filter { !ChangeWords.has($0) }
        #expect(withoutWords == [.sourceFailing, .documentFailing])
    }

    @Test("documents of one source share a line, which names the first")
    func documents() {
        let error = StageError(.notAFeed, subject: "x", facts: [.found: "an HTML page"])
        let changes = ["a/1.xml", "a/2.xml", "a/3.xml"].map {
            RunReport.Change.documentFailing("saved", key: $0, error)
        }
        #expect(
            lines.lines(for: [.sourceRecovered("s")] + changes + [.sinkRecovered("page")]) == [
                "kawaraban: source \"s\" works again",
                "kawaraban: source \"saved\" could not read a/1.xml and 2 others: this is not a feed: an HTML page; "
                    + "check the file, and which parser reads it (not_a_feed)",
                "kawaraban: sink \"page\" works again",
            ])
        #expect(lines.lines(for: [changes[0]])[0].hasPrefix("kawaraban: source \"saved\" could not read a/1.xml: "))
    }

    @Test("a long path gives way to the reason; its last part stays")
    func longPath() {
        let path = "/srv/" + String(repeating: "長い/", count: 30) + "error-401.json"
        let error = StageError(.notAFeed, subject: path, facts: [.found: "JSON list without articles"])
        let changes = (0..<10).map { _ in RunReport.Change.documentFailing("q", key: path, error) }
        let line = lines.lines(for: changes)[0]
        #expect(
            line == "kawaraban: source \"q\" could not read error-401.json and 9 others: this is not a feed: "
                + "JSON list without articles; check the file, and which parser reads it (not_a_feed)")
        #expect(DisplayWidth.of(line) <= 160 + " (not_a_feed)".utf8.count)
        let alone = StageError(.unreadable, subject: path, explanation: "Permission denied")
        let sentence = lines.line(
            for: .failing("q", alone, since: since, failures: 1, hasEverWorked: false))
        #expect(sentence.contains("it cannot be read (Permission denied); check its permissions […"))
        #expect(sentence.hasSuffix("error-401.json] (unreadable)"))
    }

    @Test("a sink's trouble is not told as a feed's")
    func sinks() {
        let gone = StageError(.gone, subject: "{sinks.hook.url}", facts: [.status: "410"])
        #expect(
            lines.line(for: .sinkFailing("hook", gone, waiting: 2))
                == "kawaraban: sink \"hook\" failing, 2 entries waiting: the receiver is permanently gone; "
                + "set its new `url`, or remove the sink; the entries wait [{sinks.hook.url}] (gone)")
        let busy = StageError(.limited, subject: "", retryAfter: .seconds(90))
        #expect(
            lines.line(for: .givenUp("hook", busy, entries: 1))
                == "kawaraban: sink \"hook\" gave up 1 entry: the receiver asks to wait 90 s; "
                + "check the receiver; it is not tried again (limited)")
    }

    @Test("one is one entry and one try")
    func singular() {
        let error = StageError(.timeout, subject: "")
        #expect(lines.line(for: .givenUp("hook", error, entries: 1)).contains("gave up 1 entry:"))
        #expect(lines.line(for: .sinkFailing("hook", error, waiting: 2)).contains("2 entries waiting"))
        #expect(
            lines.line(for: .failing("s", error, since: since, failures: 1, hasEverWorked: true))
                .contains("(1 try)"))
    }
}

extension RunReport.Change {
    static func failing(
        _ name: String, _ error: StageError, since: Timestamp, failures: Int, hasEverWorked: Bool
    ) -> RunReport.Change {
        .sourceFailing(
            name, error, since: since, RunReport.Failing(failures: failures, hasEverWorked: hasEverWorked))
    }
}
