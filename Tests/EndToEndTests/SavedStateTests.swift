import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

@testable import FeedState

@Suite("a state that is saved, and loaded elsewhere")
struct SavedStateTests {
    private let workplace: Workplace
    private var feed = IssuedFeed(file: "one.xml")
    private static let state = ".kawaraban/state.sqlite"

    init() throws {
        workplace = try Workplace()
        for place in ["old", "new"] { try configure(place) }
    }

    /// A place of its own with the same configuration. What it delivers goes to files below it.
    private func configure(_ place: String) throws {
        try workplace.write(
            "\(place)/config.yaml",
            """
            version: 1
            defaults: { first_run: all }
            sources:
              one: { type: file, path: ../one.xml }
            sinks:
              archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }
              news: { type: file, path: out/news.atom, format: atom }
            pipelines:
              all: { sources: [one], sinks: [archive, news] }

            """)
    }

    @discardableResult
    private func kawaraban(
        _ place: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws -> Workplace.Outcome {
        try workplace.run(arguments + ["-c", "\(place)/config.yaml"], environment: environment)
    }

    /// The outputs are copied along, as by rsync: the copies are other files.
    private func copyOutputs(from old: String, to new: String) throws {
        try? FileManager.default.removeItem(atPath: workplace.path("\(new)/out"))
        try FileManager.default.copyItem(
            atPath: workplace.path("\(old)/out"), toPath: workplace.path("\(new)/out"))
    }

    private func archived(_ place: String) throws -> [String] {
        try EndToEndTests.ids(inJSONLines: workplace.read("\(place)/out/archive.jsonl"))
    }

    /// The ids of the entries of the published feed.
    private func published(_ place: String) -> Set<String> {
        let entries = workplace.read("\(place)/out/news.atom").components(separatedBy: "<entry>").dropFirst()
        return Set(
            entries.compactMap { entry in
                entry.components(separatedBy: "<id>").dropFirst().first?.components(separatedBy: "<").first
            })
    }

    private func mode(of name: String) -> mode_t? {
        var status = stat()
        return stat(workplace.path(name), &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test(
        "moving house: the next run elsewhere delivers nothing twice and loses nothing; entries keep their ids in feeds"
    )
    mutating func moves() throws {
        try feed.issue(3, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        let before = published("old")
        let saved = try kawaraban("old", "state", "save", "saved.state", "--move")
        #expect(saved.status == 0, "\(saved)")
        #expect(saved.output.hasPrefix("moved: 1 feed, 3 entries, 0 messages on their way, 0 given up, "), "\(saved)")
        #expect(mode(of: "saved.state") == 0o600)
        try copyOutputs(from: "old", to: "new")
        try feed.issue(2, in: workplace)
        let loaded = try kawaraban("new", "state", "load", "saved.state")
        #expect(loaded.status == 0, "\(loaded)")
        #expect(loaded.output.hasPrefix("loaded: 1 feed, 3 entries, "), "\(loaded)")
        let run = try kawaraban("new", "run")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(try archived("new").sorted() == feed.ids.sorted())
        #expect(before.count == 3 && published("new").isSuperset(of: before))
        #expect(mode(of: "new/\(Self.state)") == 0o600)

        // The original is retired: it says where it went, and delivers nothing.
        let retired = try kawaraban("old", "run")
        #expect(retired.status == 78)
        #expect(retired.errors.contains("the state was moved away, to "), "\(retired)")
        #expect(retired.errors.contains("/saved.state; run it where that was loaded"), "\(retired)")
        #expect(retired.errors.contains("`kawaraban state load --back`"))
        #expect(try kawaraban("old", "state", "retry").status == 78)
        #expect(try kawaraban("old", "state", "save", "again.state").status == 78)
        #expect(try kawaraban("old", "status").status == 0)
        #expect(try archived("old").count == 3)
    }

    @Test("a state that was moved away is taken back, and goes on where it was")
    mutating func takesBack() throws {
        try feed.issue(3, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        #expect(try kawaraban("old", "state", "load", "--back").output.hasPrefix("the state was not moved away"))
        #expect(try kawaraban("old", "state", "save", "saved.state", "--move").status == 0)
        let back = try kawaraban("old", "state", "load", "--back")
        #expect(back.status == 0 && back.output.hasPrefix("the state goes on here"), "\(back)")
        try feed.issue(1, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        #expect(try archived("old").sorted() == feed.ids.sorted())
        // The file itself takes it back, too, as long as nothing has gone on here.
        #expect(try kawaraban("old", "state", "save", "saved.state", "--move").status == 0)
        #expect(try kawaraban("old", "state", "load", "saved.state").status == 0)
        try feed.issue(1, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        #expect(try archived("old").sorted() == feed.ids.sorted())
    }

    @Test("a throw-away runner loads and saves at each run; one that loses its last file delivers the difference again")
    mutating func throwAway() throws {
        for round in 0..<4 {
            try configure("runner-\(round)")
            if round > 0 {
                #expect(try kawaraban("runner-\(round)", "state", "load", "saved.state").status == 0)
                // With the state of the third runner its files are lost.
                try copyOutputs(from: "runner-\(round == 3 ? 1 : round - 1)", to: "runner-\(round)")
            }
            try feed.issue(2, in: workplace)
            let run = try kawaraban("runner-\(round)", "run")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            // The file of the third runner is lost.
            if round != 2 { #expect(try kawaraban("runner-\(round)", "state", "save", "saved.state").status == 0) }
        }
        #expect(try archived("runner-2").sorted() == feed.ids[..<6].sorted())
        #expect(try archived("runner-3").sorted() == feed.ids.sorted())
    }

    @Test("two loads of one file never give two messages the same id; what was open keeps its id and bytes")
    mutating func identities() throws {
        let gone = try #require(LoopbackServer { _ in LoopbackReply(204) })
        let (port, url) = (gone.port, gone.url("/in"))
        gone.stop()
        for place in ["old", "new", "third"] {
            try workplace.write(
                "\(place)/config.yaml",
                """
                version: 1
                settings: { network: { allow: ["127.0.0.0/8"] } }
                defaults: { first_run: all }
                sources: { one: { type: file, path: ../one.xml } }
                sinks: { hook: { type: webhook, url: "\(url)" } }
                pipelines: { all: { sources: [one], sinks: [hook] } }

                """)
        }
        try feed.issue(1, in: workplace)
        #expect(try kawaraban("old", "run", "--now").status == 0)
        let saved = try kawaraban("old", "state", "save", "saved.state")
        #expect(saved.output.contains("1 message on its way"), "\(saved)")
        try feed.issue(1, in: workplace)
        let server = try #require(LoopbackServer(port: port) { _ in LoopbackReply(204) })
        for place in ["new", "third"] {
            #expect(try kawaraban(place, "state", "load", "saved.state").status == 0)
            #expect(try kawaraban(place, "run", "--now").status == 0)
        }
        let messages = server.requests.map { PostedMessage($0) }
        #expect(messages.map(\.entries) == [["one.xml-0"], ["one.xml-1"], ["one.xml-0"], ["one.xml-1"]])
        try #require(messages.count == 4)
        #expect(messages[0].id == messages[2].id && messages[0].body == messages[2].body)
        #expect(messages[1].id != messages[3].id)
        // The moment alone would part these two. Messages of one moment have the instance.
        let instances = try ["old", "new", "third"].map { place in
            try SQLiteConnection(path: workplace.path("\(place)/\(Self.state)"))
                .first("SELECT value FROM meta WHERE key = 'instance'") { $0.text(0) }
        }
        #expect(Set(instances.compactMap(\.self)).count == 3)
    }

    @Test("a file goes on where the state has gone to and fro; one that lacks what was done here is refused, or forced")
    mutating func toAndFro() throws {
        try feed.issue(2, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        #expect(try kawaraban("old", "state", "save", "first.state").status == 0)
        for (from, to) in [("old", "new"), ("new", "old"), ("old", "new")] {
            #expect(try kawaraban(from, "state", "save", "saved.state", "--move").status == 0)
            #expect(try kawaraban(to, "state", "load", "saved.state").status == 0)
            try copyOutputs(from: from, to: to)
            try feed.issue(1, in: workplace)
            #expect(try kawaraban(to, "run").status == 0)
            #expect(try archived(to).sorted() == feed.ids.sorted())
        }
        let before = try kawaraban("new", "state", "check").output
        let refused = try kawaraban("new", "state", "load", "first.state")
        #expect(refused.status == 73, "\(refused)")
        #expect(refused.errors.contains("the state here has gone on since first.state was saved"), "\(refused)")
        #expect(refused.errors.contains("nothing was changed; --force loads it"))
        let again = "first.state does not know of 6 messages with 3 entries, delivered to archive, news since 20"
        #expect(refused.complaints.count == 2 && refused.errors.contains(again), "\(refused)")
        #expect(try kawaraban("new", "state", "check").output == before)
        try configure("other")
        try feed.issue(1, in: workplace)
        #expect(try kawaraban("other", "run").status == 0)
        let other = try kawaraban("other", "state", "load", "first.state").errors
        #expect(other.contains("the state here is another one than that of first.state"), "\(other)")
        // What both have delivered does not come again.
        #expect(other.contains("first.state does not know of 2 messages with 4 entries, delivered to"), "\(other)")
        let forced = try kawaraban("new", "state", "load", "first.state", "--force")
        #expect(forced.status == 0 && forced.output.contains(again), "\(forced)")
        #expect(forced.output.contains("the state that was here is kept as "))
        #expect(try kawaraban("new", "run").status == 0)
        #expect(try archived("new").sorted() == (feed.ids + feed.ids[2..<5]).sorted())
    }

    @Test("a refused load says what --force would lose, and what it delivers again, in numbers and names")
    mutating func saysWhatForceCosts() throws {
        try feed.issue(2, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        #expect(try kawaraban("old", "state", "save", "saved.state").status == 0)
        try feed.issue(2, in: workplace)
        #expect(try kawaraban("old", "collect").status == 0)
        let waiting = try kawaraban("old", "state", "load", "saved.state")
        #expect(waiting.status == 73 && waiting.complaints.count == 2, "\(waiting)")
        #expect(waiting.errors.contains("saved.state lacks 2 entries that wait or were given up here"), "\(waiting)")
        #expect(!waiting.errors.contains("does not know"), "\(waiting)")
        // What the file still has to deliver itself is delivered again, too.
        #expect(try kawaraban("old", "state", "save", "waiting.state").status == 0)
        #expect(try kawaraban("old", "run").status == 0)
        let delivered = try kawaraban("old", "state", "load", "waiting.state")
        #expect(delivered.complaints.count == 2, "\(delivered)")
        #expect(delivered.errors.contains("does not know of 2 messages with 2 entries, delivered to archive, news"))
        let japanese = try kawaraban(
            "old", "state", "load", "waiting.state", environment: ["LANG": "ja_JP.UTF-8"])
        #expect(japanese.errors.contains("archive、news へ配信したメッセージ2件（記事2件）を含みません"), "\(japanese)")
        // A run that found nothing new has nothing that could be lost.
        #expect(try kawaraban("old", "state", "save", "same.state").status == 0)
        #expect(try kawaraban("old", "run").status == 0)
        let same = try kawaraban("old", "state", "load", "same.state")
        #expect(same.status == 73 && same.complaints.count == 1, "\(same)")
        #expect(try archived("old").sorted() == feed.ids.sorted())
    }

    @Test(
        "files outside the folder of the configuration get their new path, also where messages are on their way to them"
    )
    mutating func otherPaths() throws {
        for (place, disk) in [("old", "olddisk"), ("new", "newdisk")] {
            try workplace.write(
                "\(place)/config.yaml",
                """
                version: 1
                defaults: { first_run: all }
                sources: { one: { type: file, path: ../one.xml } }
                sinks:
                  archive: { type: file, path: "\(workplace.path(disk))/archive.jsonl", format: jsonl, mode: append }
                  page: { type: file, path: "\(workplace.path(disk))/page.jsonl", format: jsonl }
                pipelines: { all: { sources: [one], sinks: [archive, page] } }

                """)
        }
        try feed.issue(2, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        // A message that cannot be delivered stays open.
        let (archive, aside) = (workplace.path("olddisk/archive.jsonl"), workplace.path("aside"))
        #expect(rename(archive, aside) == 0 && mkdir(archive, 0o755) == 0)
        try feed.issue(1, in: workplace)
        #expect(try kawaraban("old", "run").status == 73)
        #expect(rmdir(archive) == 0 && rename(aside, archive) == 0)
        #expect(try kawaraban("old", "state", "save", "saved.state", "--move").status == 0)
        #expect(rename(workplace.path("olddisk"), workplace.path("newdisk")) == 0)
        let unmoved = try kawaraban("new", "state", "load", "saved.state")
        #expect(unmoved.output.contains("a message is on its way to \(archive)"), "\(unmoved)")
        let paths = "\(workplace.path("olddisk"))=\(workplace.path("newdisk"))"
        let loaded = try kawaraban("new", "state", "load", "saved.state", "--path", paths)
        #expect(loaded.status == 0 && !loaded.output.contains("is on its way to"), "\(loaded)")
        let run = try kawaraban("new", "run")
        #expect(run.status == 0, "\(run)")
        #expect(!workplace.exists("olddisk"))
        for file in ["newdisk/archive.jsonl", "newdisk/page.jsonl"] {
            #expect(try EndToEndTests.ids(inJSONLines: workplace.read(file)).sorted() == feed.ids)
        }
    }

    @Test("a saved state goes through pipes")
    mutating func streams() throws {
        try feed.issue(3, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        try copyOutputs(from: "old", to: "new")
        let script = "\"$0\" state save - -c old/config.yaml | \"$0\" state load - -c new/config.yaml"
        let outcome = try workplace.runOther(["/bin/sh", "-c", script, Workplace.program])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.hasPrefix("loaded: 1 feed, 3 entries, "), "\(outcome)")
        #expect(outcome.errors.hasPrefix("saved: 1 feed, 3 entries, "), "\(outcome)")
        #expect(try kawaraban("new", "run").status == 0)
        #expect(try archived("new").sorted() == feed.ids.sorted())
    }

    @Test(
        "a file that is cut short, changed by a bit, foreign, newer or no file is refused, and the state stays as it was"
    )
    mutating func refusesDamage() throws {
        try feed.issue(3, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        #expect(try kawaraban("old", "state", "save", "good.state").status == 0)
        let good = try Data(contentsOf: URL(fileURLWithPath: workplace.path("good.state")))
        func changed(_ place: Int, to byte: UInt8? = nil) -> Data {
            var bytes = good
            bytes[place] = byte ?? bytes[place] ^ 1
            return bytes
        }
        let newer = String(decoding: good.suffix(117), as: UTF8.self).replacing(
            "saved-state 1 ", with: "saved-state 2 ")
        let files: [(String, Data, String)] = [
            ("an empty one", Data(), "it is empty"),
            ("half of it", good.prefix(good.count / 2), "it was cut short"),
            ("without its last byte", good.dropLast(), "it was cut short"),
            ("without its line", good.dropLast(117), "it was cut short"),
            ("a bit in the middle", changed(good.count / 2), "it was changed since it was saved"),
            ("a bit of the line", changed(good.count - 3), "it was changed since it was saved"),
            ("something after it", good + Data("\n".utf8), "it was cut short"),
            ("text", Data("version: 1\n".utf8), "it is no saved state"),
            ("another program's", changed(68), "another program's database"),
            ("a later format", good.dropLast(117) + Data(newer.utf8), "a newer version saved it"),
        ]
        try copyOutputs(from: "old", to: "new")
        for (what, bytes, reason) in files {
            try bytes.write(to: URL(fileURLWithPath: workplace.path("bad.state")))
            chmod(workplace.path("bad.state"), 0o600)
            for input in ["bad.state", "-"] {
                let script = "exec \"$0\" state load \(input) -c new/config.yaml < bad.state"
                let outcome = try workplace.runOther(["/bin/sh", "-c", script, Workplace.program])
                #expect(outcome.status == 70, "\(what) \(outcome)")
                #expect(outcome.complaints.count == 1 && outcome.errors.contains(reason), "\(what) \(outcome)")
            }
        }
        #expect(!workplace.exists("new/\(Self.state)"))
        #expect(!workplace.exists("new/\(Self.state).loading"))
        // A terabyte that nobody reads.
        #expect(truncate(workplace.path("bad.state"), 1 << 40) == 0)
        #expect(try kawaraban("new", "state", "load", "bad.state").status == 70)
        #expect(mkfifo(workplace.path("pipe"), 0o600) == 0)
        for (input, status) in [("pipe", Int32(73)), ("old", 73), ("missing", 73), ("old/\(Self.state)", 70)] {
            let outcome = try kawaraban("new", "state", "load", input)
            #expect(outcome.status == status && outcome.complaints.count == 1, "\(input) \(outcome)")
        }
        chmod(workplace.path("good.state"), 0o666)
        #expect(try kawaraban("new", "state", "load", "good.state").errors.contains("everybody can write"))
        chmod(workplace.path("good.state"), 0o600)
        #expect(try kawaraban("new", "state", "load", "good.state").status == 0)
        let run = try kawaraban("new", "run")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(try archived("new").sorted() == feed.ids.sorted())
    }

    @Test("a saved state is not put over the state, its configuration or a digest; there must be a state to save")
    mutating func refusesPlaces() throws {
        try feed.issue(1, in: workplace)
        #expect(try kawaraban("old", "state", "save", "saved.state").status == 73)
        #expect(try kawaraban("old", "run").status == 0)
        for place in ["old/\(Self.state)", "old/\(Self.state).lock", "old/config.yaml", "old/out/archive.jsonl"] {
            #expect(try kawaraban("old", "state", "save", place).status == 64, "\(place)")
        }
        #expect(try kawaraban("old", "state", "save", "old").status == 73)
        #expect(try kawaraban("old", "state", "load").status == 64)
        #expect(try kawaraban("old", "state", "load", "x", "--back").status == 64)
        #expect(try kawaraban("old", "run").status == 0)
    }

    @Test(
        "during a run the state is saved as it was committed; to move or to load it waits for nobody and leaves with 75"
    )
    mutating func besideARun() throws {
        try feed.issue(2, in: workplace)
        #expect(try kawaraban("old", "run").status == 0)
        #expect(try kawaraban("old", "state", "save", "before.state").status == 0)
        // What a run at work holds.
        let holder = open(workplace.path("old/\(Self.state)"), O_RDWR | O_CLOEXEC)
        #expect(flock(holder, LOCK_EX | LOCK_NB) == 0)
        let saved = try kawaraban("old", "state", "save", "saved.state")
        #expect(saved.status == 0 && saved.output.contains("a run is at work"), "\(saved)")
        #expect(try kawaraban("old", "state", "save", "moved.state", "--move").status == 75)
        #expect(!workplace.exists("moved.state"))
        #expect(try kawaraban("old", "state", "load", "saved.state").status == 75)
        #expect(try kawaraban("old", "state", "load", "--back").status == 75)
        close(holder)
        // The run may have done more than is in the file.
        #expect(try kawaraban("old", "state", "load", "saved.state").status == 73)
        #expect(try kawaraban("old", "state", "load", "before.state").status == 0)
    }
}
