import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("how files that are delivered to are named in the state")
struct TargetNamesTests {
    private let folder: TemporaryFolder
    private let now = Timestamp(seconds: 1_795_125_600)

    init() throws {
        folder = try TemporaryFolder()
        #expect(mkdir(folder("news"), 0o755) == 0)
    }

    @Test("Y16: files in the configuration's folder by their place in it, others and addresses as they are")
    func places() {
        let names = TargetNames(in: folder("news"))
        for (target, stored) in [
            (folder("news/out/a.html"), "./out/a.html"), (folder("news/../b.html"), "./../b.html"),
            (folder("newspaper/c.html"), folder("newspaper/c.html")), ("/srv/www/d.html", "/srv/www/d.html"),
            ("https://example.com/e", "https://example.com/e"),
        ] {
            #expect(names.stored(target) == stored)
            #expect(names.path(ofStored: stored) == target)
        }
        #expect(TargetNames(in: "/").stored("/a.html") == "./a.html")
        #expect(TargetNames(in: "/").path(ofStored: "./a.html") == "/a.html")
    }

    @Test("Y16: the folder may be named by a link, or with detours")
    func links() {
        #expect(symlink("news", folder("link")) == 0)
        for name in ["news", "link", "./news/.", "news/../link"] {
            #expect(TargetNames(in: folder(name)).stored(folder("news/a.html")) == "./a.html", "\(name)")
        }
        #expect(TargetNames(in: folder("news")).stored(folder("link/sub/a.html")) == "./sub/a.html")
    }

    @Test("Y16: what an older version knew by its whole path is known after the folder is renamed, too")
    func olderVersion() async throws {
        let held: [UInt8] = [1, 2, 3, 4]
        func known(at path: String, in name: String) async throws -> [UInt8]? {
            let state = try await StateDatabase.open(
                path: folder("state.sqlite"), folder: folder(name), now: now)
            let target = try await state.target(folder(path), of: "page")?.memo
            try await state.close()
            return target
        }
        // As it was: no folder was told.
        func deliver(to path: String) async throws {
            let state = try await StateDatabase.open(path: folder("state.sqlite"), now: now)
            try await state.advance(
                Message(
                    number: 1, id: "m", pipeline: "p", target: folder(path), mode: .append, payload: [], memo: nil,
                    attempts: 1), sink: "page", keeping: held, now: now)
            try await state.close()
        }
        try await deliver(to: "news/a.html")
        #expect(try await known(at: "news/a.html", in: "news") == held)
        #expect(rename(folder("news"), folder("renamed")) == 0)
        #expect(try await known(at: "renamed/a.html", in: "renamed") == held)
        #expect(try await known(at: "renamed/b.html", in: "renamed") == nil)
    }
}
