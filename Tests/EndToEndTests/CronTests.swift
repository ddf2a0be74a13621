import Foundation
import Testing

@Suite("cron")
struct CronTests {
    /// A workplace with a program `crontab` that keeps the crontab in a file, as cron's does.
    private static func place(crontab: String = Self.crontab) throws -> Workplace {
        let place = try Workplace()
        try place.write(
            "config.yaml",
            """
            version: 1
            sources: { one: { type: file, path: one.xml } }
            sinks: { out: { type: stdout } }
            pipelines: { morning: { schedule: "0 7 * * *", sources: [one], sinks: [out] } }

            """)
        try place.write("bin/crontab", crontab)
        chmod(place.path("bin/crontab"), 0o755)
        return place
    }

    private static let crontab = """
        #!/bin/sh
        file="$(dirname "$0")/../crontab.txt"
        case "$1" in
        -l) if test -f "$file"; then cat "$file"; else echo "no crontab for me" >&2; exit 1; fi ;;
        -) cat > "$file.new" && mv "$file.new" "$file"; echo w >> "$(dirname "$0")/../written.txt" ;;
        *) exit 2 ;;
        esac

        """

    private static func cron(_ place: Workplace, _ arguments: String..., language: String = "C") throws
        -> Workplace.Outcome
    {
        try place.run(
            ["cron"] + arguments, environment: ["PATH": place.path("bin") + ":/usr/bin:/bin", "LC_ALL": language])
    }

    private static func line(_ place: Workplace) -> String {
        "0 7 * * *  \(Workplace.program) run -c \(place.path("config.yaml"))"
    }

    @Test("prints the line for the crontab and changes nothing")
    func printed() throws {
        let place = try Self.place()
        let outcome = try Self.cron(place)
        #expect(outcome.status == 0)
        #expect(outcome.output.split(separator: "\n").map(String.init)[1] == Self.line(place))
        #expect(outcome.errors.contains("kawaraban cron --install"))
        #expect(!place.exists("crontab.txt"))
    }

    @Test("gives the worker its name, and keeps it in the call that would place the line")
    func worker() throws {
        let place = try Self.place()
        let outcome = try Self.cron(place, "--every", "15", "--worker", "disk 1")
        #expect(outcome.output.contains(" run -c \(place.path("config.yaml")) --worker 'disk 1'\n"))
        #expect(outcome.errors.contains("`kawaraban cron --install --every 15 --worker 'disk 1'`"))
        var refusals = [try Self.cron(place, "--worker", "")]
        for name in ["-x", "a\nb", String(repeating: "x", count: 256)] {
            refusals.append(try Self.cron(place, "--worker=\(name)"))
        }
        for refused in refusals {
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--worker needs a name"))
        }
    }

    @Test("places the line, twice as once, leaves the lines of others byte for byte, and takes it away again")
    func placed() throws {
        let place = try Self.place()
        let foreign = "MAILTO=me@example.org\n\n# mine \t\n5 4 * * * /bin/true % x\n"
        try place.write("crontab.txt", foreign)
        #expect(try Self.cron(place, "--install").status == 0)
        let first = place.read("crontab.txt")
        #expect(first.hasPrefix(foreign + "# kawaraban BEGIN \(place.path("config.yaml"))\n\(Self.line(place))\n"))
        let again = try Self.cron(place, "--install")
        #expect(again.status == 0)
        #expect(again.errors.contains("nothing was changed"))
        #expect(place.read("crontab.txt") == first)
        #expect(place.read("written.txt") == "w\n")
        // The command in the line is one that sh runs.
        try place.write("one.xml", "<rss version='2.0'><channel><title>t</title></channel></rss>")
        let command = Self.line(place).dropFirst("0 7 * * *  ".count)
        #expect(try place.runOther(["/bin/sh", "-c", String(command)]).status == 0)
        #expect(try Self.cron(place, "--remove").status == 0)
        #expect(place.read("crontab.txt") == foreign)
        #expect(try Self.cron(place, "--remove").errors.contains("no lines of this configuration"))
    }

    @Test("follows a changed schedule, and makes the first crontab of a user")
    func changed() throws {
        let place = try Self.place()
        #expect(try Self.cron(place, "--install").status == 0)
        try place.write("config.yaml", place.read("config.yaml").replacing("0 7 * * *", with: "30 6 * * *"))
        #expect(try Self.cron(place, "--install").errors.contains("replace"))
        #expect(place.lines("crontab.txt").count == 3)
        #expect(place.lines("crontab.txt")[1].hasPrefix("30 6 * * *  "))
    }

    @Test("touches no line that somebody edited, and says what to do, in English and Japanese")
    func edited() throws {
        let place = try Self.place()
        #expect(try Self.cron(place, "--install").status == 0)
        let edited = place.read("crontab.txt").replacing("0 7", with: "0 8")
        try place.write("crontab.txt", edited)
        for option in ["--install", "--remove"] {
            let outcome = try Self.cron(place, option)
            #expect(outcome.status == 73)
            #expect(outcome.complaints.count == 1)
            #expect(outcome.errors.contains("edited by hand") && outcome.errors.contains("crontab -e"))
            #expect(try Self.cron(place, option, language: "ja_JP.UTF-8").errors.contains("手で編集"))
            #expect(place.read("crontab.txt") == edited)
        }
        try place.write("crontab.txt", place.lines("crontab.txt").prefix(2).joined(separator: "\n") + "\n")
        #expect(try Self.cron(place, "--install").errors.contains("no END"))
    }

    @Test("says what is wrong without the program crontab, and when it fails")
    func failing() throws {
        let place = try Self.place()
        let none = try place.run("cron", "--install", environment: ["PATH": place.path("nowhere")])
        #expect(none.status == 73)
        #expect(none.errors.contains("no program `crontab`") && none.errors.contains("kawaraban systemd"))
        let refusing = try Self.place(crontab: "#!/bin/sh\necho 'You (me) are not allowed' >&2\nexit 1\n")
        let refused = try Self.cron(refusing, "--install")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("`crontab -l` failed") && refused.errors.contains("not allowed"))
        let full = try Self.place(
            crontab: Self.crontab.replacing("-) cat", with: "-) echo full >&2; exit 1; cat"))
        let unwritten = try Self.cron(full, "--install")
        #expect(unwritten.status == 73)
        #expect(unwritten.errors.contains("refused the new lines") && unwritten.errors.contains("full"))
        #expect(unwritten.output.isEmpty)
    }

    @Test("names the mistakes of a broken configuration; removal needs none")
    func broken() throws {
        let place = try Self.place()
        #expect(try Self.cron(place, "--install").status == 0)
        try place.write("config.yaml", "version: 1\nsurces: {}\n")
        let outcome = try Self.cron(place, "--install")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("config.yaml:2"))
        #expect(try Self.cron(place, "--remove").status == 0)
        #expect(place.read("crontab.txt").isEmpty)
    }

    @Test("tells which value cron will lack")
    func lacking() throws {
        let place = try Self.place()
        try place.write(
            "config.yaml", place.read("config.yaml").replacing("path: one.xml", with: "path: \"${NEWS}/one.xml\""))
        let outcome = try place.run(
            ["cron"], environment: ["PATH": place.path("bin") + ":/usr/bin:/bin", "NEWS": "news"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("NEWS") && outcome.errors.contains("settings.env_file"))
    }

    @Test("tells that cron hands over no credentials, and what to write instead, in English and Japanese")
    func credential() throws {
        let place = try Self.place()
        try place.write(
            "config.yaml",
            place.read("config.yaml").replacing(
                "out: { type: stdout }", with: "out: { type: slack, url: { credential: team } }"))
        for (language, words) in [("C", "cron hands over no credentials"), ("ja_JP.UTF-8", "cronは資格情報")] {
            let outcome = try Self.cron(place, language: language)
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains(words) && outcome.errors.contains("{ file: PATH }"), "\(outcome.errors)")
        }
    }

    @Test("the hint repeats the options of the command, so that it can be copied")
    func repeated() throws {
        let place = try Self.place()
        try place.write("my news.yaml", place.read("config.yaml"))
        let outcome = try Self.cron(place, "-c", "my news.yaml", "--every", "15")
        #expect(outcome.errors.contains("`kawaraban cron --install --every 15 -c 'my news.yaml'`"))
    }
}
