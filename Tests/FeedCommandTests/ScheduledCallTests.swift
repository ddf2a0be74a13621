import Testing

@testable import FeedCommand

@Suite("Scheduled call")
struct ScheduledCallTests {
    private func call(_ config: String) -> ScheduledCall {
        ScheduledCall(program: "/usr/bin/kawaraban", config: config)
    }

    @Test(
        "is quoted for sh, and its percent signs are escaped for cron",
        arguments: [
            ("/home/me/config.yaml", "/usr/bin/kawaraban run -c /home/me/config.yaml"),
            ("/home/me/my news/a.yaml", "/usr/bin/kawaraban run -c '/home/me/my news/a.yaml'"),
            ("/home/o'neil/a.yaml", #"/usr/bin/kawaraban run -c '/home/o'"'"'neil/a.yaml'"#),
            ("/home/100%/a.yaml", #"/usr/bin/kawaraban run -c /home/100\%/a.yaml"#),
            // A mark that combines with a quote or a sign makes another character of it, and leaves its byte.
            ("/x'\u{301};id;'\u{301}.yaml", "/usr/bin/kawaraban run -c '/x'\"'\"'\u{301};id;'\"'\"'\u{301}.yaml'"),
            ("/x%\u{301}", "/usr/bin/kawaraban run -c '/x\\%\u{301}'"),
            ("/home/新聞/$HOME.yaml", "/usr/bin/kawaraban run -c '/home/新聞/$HOME.yaml'"),
        ])
    func cron(_ config: String, _ line: String) {
        #expect(call(config).cronText == line)
        #expect(call(config).cronFault == nil)
    }

    @Test("is refused if cron would change it")
    func unfit() {
        #expect(call(#"/home/a\b.yaml"#).cronFault != nil)
        #expect(call("/home/a\nb.yaml").cronFault != nil)
        #expect(call("/" + String(repeating: "x", count: 1000)).cronFault != nil)
        #expect(call("/home/a\nb.yaml").unitFault != nil)
    }

    @Test(
        "is quoted for systemd, which has its own signs",
        arguments: [
            ("/home/me/100% $HOME.yaml", #"/usr/bin/kawaraban run -c "/home/me/100%% $$HOME.yaml""#),
            ("/x$\u{301}%\u{301}\"\u{301}", "/usr/bin/kawaraban run -c \"/x$$\u{301}%%\u{301}\\\"\u{301}\""),
            (#"/home/me/a"b\c.yaml"#, #"/usr/bin/kawaraban run -c "/home/me/a\"b\\c.yaml""#),
        ])
    func unit(_ config: String, _ line: String) { #expect(call(config).unitText == line) }

    @Test("names the state if the command line did")
    func state() {
        #expect(call("/c.yaml").with(state: "/s.db").words.suffix(2) == ["--state", "/s.db"])
    }

    @Test("names the worker if the command line did, and still does with another state")
    func worker() {
        let call = ScheduledCall(program: "/k", config: "/c.yaml", worker: "the disk's")
        #expect(call.cronText == #"/k run -c /c.yaml --worker 'the disk'"'"'s'"#)
        #expect(call.with(state: "/s.db").words.suffix(4) == ["--state", "/s.db", "--worker", "the disk's"])
    }
}
