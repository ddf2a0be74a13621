import FeedSystem
import FeedTesting
import Foundation
import Testing

@testable import FeedCommand

@Suite("Sandbox view")
struct SandboxViewTests {
    /// A folder of its own, which everybody may pass; what is above it does not count in a moved folder.
    private let temporary: FeedTesting.TemporaryFolder
    private var folder: String { temporary.path }
    private var view: SandboxView { SandboxView(movedFolder: folder) }

    init() throws {
        temporary = try FeedTesting.TemporaryFolder()
        chmod(temporary.path, 0o755)
        mkdir(temporary("sub"), 0o755)
        chmod(folder + "/sub", 0o755)
    }

    private func make(_ name: String, mode: mode_t) -> String {
        let path = folder + "/" + name
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        chmod(path, mode)
        return path
    }

    @Test("hides homes and temporary folders, by a file's own name and by that of its link")
    func hidden() throws {
        for (path, hiding) in [
            ("/home/nobody/a", "/home"), ("/root/.env", "/root"), ("/run/user/1000/a", "/run/user"), ("/tmp/a", "/tmp"),
            ("/var/tmp/a/b", "/var/tmp"),
        ] { #expect(SandboxView().obstacle(to: path) == .hidden(by: hiding)) }
        for path in ["/homes/a", "/etc/none/a", "/srv/home/a"] { #expect(SandboxView().obstacle(to: path) == nil) }
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link", withDestinationPath: "/home/nobody/a")
        #expect(view.obstacle(to: folder + "/link") == nil, "a link to nowhere is no file")
    }

    @Test("what others may not read or pass is closed")
    func closed() {
        #expect(view.obstacle(to: make("open", mode: 0o644)) == nil)
        #expect(view.obstacle(to: make("program", mode: 0o755)) == nil)
        let secret = make("secret", mode: 0o640)
        #expect(view.obstacle(to: secret) == .closed(realPath(secret), isFolder: false))
        let program = make("own", mode: 0o744)
        #expect(view.obstacle(to: program) == .closed(realPath(program), isFolder: false))
        let inside = make("sub/open", mode: 0o644)
        chmod(folder + "/sub", 0o750)
        #expect(view.obstacle(to: inside) == .closed(realPath(folder + "/sub"), isFolder: true))
        #expect(view.obstacle(to: folder + "/missing") == nil)
    }
}
