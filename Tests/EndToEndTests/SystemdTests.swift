import Foundation
import Testing

@Suite("systemd")
struct SystemdTests {
    private static func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(
            "config.yaml",
            """
            version: 1
            sources: { one: { type: file, path: one.xml } }
            sinks: { page: { type: file, path: out.html, format: html } }
            pipelines: { morning: { schedule: "0 7 * * *", sources: [one], sinks: [page] } }

            """)
        return place
    }

    private static func systemd(_ place: Workplace, _ arguments: String...) throws -> Workplace.Outcome {
        try place.run(
            ["systemd"] + arguments,
            environment: ["PATH": place.path("bin") + ":/usr/bin:/bin", "HOME": place.path("home"), "LC_ALL": "C"])
    }

    /// A program `systemctl` that writes down how it is called.
    private static func addSystemctl(_ place: Workplace) throws {
        try place.write("bin/systemctl", "#!/bin/sh\necho \"$*\" >> \"$(dirname \"$0\")/../called.txt\"\n")
        chmod(place.path("bin/systemctl"), 0o755)
    }

    private static let units = "home/.config/systemd/user/"

    @Test("places units of the user, starts the timer, changes nothing the second time, and takes them away again")
    func placed() throws {
        let place = try Self.place()
        try Self.addSystemctl(place)
        #expect(try Self.systemd(place, "--install").status == 0)
        let service = place.read(Self.units + "kawaraban.service")
        let timer = place.read(Self.units + "kawaraban.timer")
        #expect(service.contains("ExecStart=\(Workplace.program) run -c \(place.path("config.yaml"))\n"))
        #expect(service.contains("SuccessExitStatus=75\n"))
        #expect(timer.contains("OnCalendar=*-*-* 07:00:00\nPersistent=true\n"))
        #expect(place.lines("called.txt") == ["--user daemon-reload", "--user enable --now kawaraban.timer"])
        let again = try Self.systemd(place, "--install")
        #expect(again.output.contains("nothing was changed"))
        #expect(place.read(Self.units + "kawaraban.service") == service)
        #expect(try Self.systemd(place, "--remove").status == 0)
        #expect(!place.exists(Self.units + "kawaraban.service") && !place.exists(Self.units + "kawaraban.timer"))
        #expect(place.lines("called.txt").contains("--user disable --now kawaraban.timer"))
    }

    @Test("gives the worker its name")
    func worker() throws {
        let place = try Self.place()
        let printed = try Self.systemd(place, "--worker", "disk")
        #expect(printed.output.contains(" run -c \(place.path("config.yaml")) --worker disk\n"))
        #expect(printed.errors.contains("`kawaraban systemd --install --worker disk`"))
        #expect(try Self.systemd(place, "--system", "--worker", "disk").output.contains(" --worker disk\n"))
    }

    @Test("names the lines to call if systemctl does not answer")
    func unanswered() throws {
        let place = try Self.place()
        try place.write("bin/systemctl", "#!/bin/sh\nexit 1\n")
        chmod(place.path("bin/systemctl"), 0o755)
        let outcome = try Self.systemd(place, "--install")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("systemctl --user daemon-reload && systemctl --user enable --now"))
    }

    @Test("touches no file of others, none that was edited, and none of another configuration")
    func foreign() throws {
        for (content, words) in [("[Service]\n", "is not ours"), ("", "is not ours")] {
            let place = try Self.place()
            try place.write(Self.units + "kawaraban.timer", content)
            let outcome = try Self.systemd(place, "--install")
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains(words) && outcome.errors.contains("--name"))
            #expect(place.read(Self.units + "kawaraban.timer") == content)
            #expect(!place.exists(Self.units + "kawaraban.service"))
        }
        let place = try Self.place()
        try Self.addSystemctl(place)
        #expect(try Self.systemd(place, "--install").status == 0)
        let service = Self.units + "kawaraban.service"
        try place.write(service, place.read(service) + "Nice=10\n")
        for option in ["--install", "--remove"] {
            #expect(try Self.systemd(place, option).errors.contains("edited by hand"))
            #expect(place.read(service).hasSuffix("Nice=10\n"))
        }
        try place.write("other.yaml", place.read("config.yaml"))
        try place.write(service, place.read(service).replacing("Nice=10\n", with: ""))
        let other = try Self.systemd(place, "--install", "-c", "other.yaml")
        #expect(other.status == 73 && other.errors.contains("belongs to \(place.path("config.yaml"))"))
        #expect(try Self.systemd(place, "--install", "-c", "other.yaml", "--name", "second").status == 0)
        #expect(place.exists(Self.units + "second.timer"))
    }

    @Test("prints a service in a sandbox, with the credentials and the foreign folders of the configuration")
    func sandboxed() throws {
        let place = try Self.place()
        try place.write(
            "config.yaml",
            place.read("config.yaml").replacing("out.html", with: "\"/srv/www/{{date}}.html\""))
        let outcome = try Self.systemd(place, "--system")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("StateDirectory=kawaraban\n"))
        #expect(outcome.output.contains("ReadWritePaths=-/srv/www\n"))
        #expect(outcome.output.contains("--state /var/lib/kawaraban/state/state.sqlite\n"))
        #expect(outcome.errors.contains("/srv/www"))
        #expect(try Self.systemd(place, "--system", "--install").status == 64)
    }

    @Test("says of each thing that the sandbox hides or may not read what to do, in English and Japanese")
    func hiddenThings() throws {
        let place = try Self.place()
        for (name, content, mode) in [
            (".env", "A=1\n", 0o600), ("token.txt", "secret\n", 0o600), ("style.css", "p { color: red }\n", 0o600),
            ("feed.sh", "#!/bin/sh\n", 0o700), ("one.xml", "<rss/>", 0o600), (".kawaraban/state.sqlite", "", 0o600),
        ] {
            try place.write(name, content)
            chmod(place.path(name), mode_t(mode))
        }
        chmod(place.path(".kawaraban"), 0o700)
        try place.write(
            "config.yaml",
            """
            version: 1
            settings: { env_file: .env }
            sources:
              one: { type: file, path: "\(place.path("one.xml"))" }
              two: { type: qiita, query: x, token: { file: token.txt } }
              three: { type: command, run: [./feed.sh] }
            sinks: { page: { type: file, path: /srv/www/out.html, format: html, css: style.css } }
            pipelines: { morning: { schedule: "0 7 * * *", sources: ["*"], sinks: [page] } }

            """)
        chmod(place.path("config.yaml"), 0o600)
        let outcome = try Self.systemd(place, "--system")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("EnvironmentFile=/etc/kawaraban/env\n"))
        for words in [
            " .env; move it to /etc/kawaraban/env (root, mode 0600), which systemd reads",
            "write `{ credential: token.txt }` there, put the secret into /etc/kawaraban/credentials/token.txt (root",
            "this service writes into /srv/www,", "and knows nothing of \(place.path(".kawaraban/state.sqlite"))",
        ] { #expect(outcome.errors.contains(words), "\(words)\n\(outcome.errors)") }
        // The configuration is told to move, with all beside it; what others may not read then stays so.
        for name in [" style.css", " feed.sh", " \(place.path("one.xml"))"] {
            #expect(outcome.errors.contains("\(name); let others do so: chmod o+"), "\(name)\n\(outcome.errors)")
        }
        let japanese = try place.run(
            ["systemd", "--system"], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "ja_JP.UTF-8"])
        #expect(
            japanese.complaints.count == outcome.complaints.count
                && japanese.complaints.allSatisfy { $0.contains("ください") }, "\(japanese.errors)")
    }

    @Test("a user's service gets credentials, too, and is told which variables systemd does not set")
    func userService() throws {
        let place = try Self.place()
        try place.write(
            "config.yaml",
            place.read("config.yaml").replacing(
                "type: file, path: one.xml", with: "type: qiita, query: \"${TOPIC}\", token: { credential: qiita }"))
        let environment = [
            "PATH": place.path("bin") + ":/usr/bin:/bin", "HOME": place.path("home"), "LC_ALL": "C", "TOPIC": "x",
            "https_proxy": "http://proxy.example:3128",
        ]
        try Self.addSystemctl(place)
        for arguments in [["systemd"], ["systemd", "--install"]] {
            let outcome = try place.run(arguments, environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let service =
                arguments.count == 1 ? outcome.output : place.read(Self.units + "kawaraban.service")
            #expect(service.contains("LoadCredential=qiita:%E/kawaraban/credentials/qiita\n"))
            for words in [
                "put the secret into \(place.path("home/.config/kawaraban/credentials/qiita")) (mode 0600)",
                "TOPIC", "systemd does not set https_proxy; put it into the file of `settings.env_file`",
            ] { #expect(outcome.errors.contains(words), "\(words)\n\(outcome.errors)") }
        }
        let system = try place.run(["systemd", "--system"], environment: environment)
        #expect(system.output.contains("LoadCredential=qiita:/etc/kawaraban/credentials/qiita\nEnvironmentFile="))
        #expect(system.errors.contains("put it into /etc/kawaraban/env (root, mode 0600)"))
    }

    @Test("prints the same sandbox as the package's service has")
    func packagedSandbox() throws {
        let packaged = URL(filePath: #filePath).appending(
            path: "../../../Packaging/systemd/system/kawaraban@.service"
        ).standardized
        let printed = try Self.systemd(try Self.place(), "--system").output
        func restrictions(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { !$0.hasPrefix("#") }.drop { $0 != "DynamicUser=yes" }
                .prefix { !$0.hasPrefix("[") }
        }
        let wanted = restrictions(try String(contentsOf: packaged, encoding: .utf8))
        #expect(wanted.count > 20)
        #expect(restrictions(printed) == wanted)
    }

    @Test("prints units that systemd itself finds clean, and a sandbox that it rates 2.5 or better")
    func verified() throws {
        let place = try Self.place()
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze") else {
            print("skipped: there is no systemd-analyze on this machine")
            return
        }
        for (option, rated) in [(nil, false), ("--system", true)] as [(String?, Bool)] {
            let printed = try place.run(["systemd"] + (option.map { [$0] } ?? [])).output
            // Each unit begins with a line that says where it belongs.
            var units: [(name: String, text: String)] = []
            for line in printed.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("# /") || line.hasPrefix("# ~/") {
                    units.append((line.split(separator: "/").last.map(String.init) ?? "", ""))
                } else {
                    units[units.count - 1].text += line + "\n"
                }
            }
            #expect(units.count == 2)
            var files: [String] = []
            for unit in units {
                try place.write("units\(rated)/" + unit.name, unit.text)
                files.append(place.path("units\(rated)/" + unit.name))
            }
            let verified = try place.runOther(["/usr/bin/systemd-analyze", "verify"] + files)
            #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified.errors)")
            guard rated else { continue }
            let security = try place.runOther(
                ["/usr/bin/systemd-analyze", "security", "--offline=yes", "--threshold=25", files[0]])
            #expect(security.status == 0, "\(security.output)")
        }
    }
}
