import FeedTesting
import Glibc
import Testing

@testable import FeedSystem

@Suite("the way to a file that is obeyed")
struct InputPathCheckTests {
    private let folder: TemporaryFolder
    private let way = InputPathCheck(strangers: FileGuard { group, _ in group == getegid() || group == 0 })

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("x", to: "etc/config.yaml")
    }

    @Test("X14: ordinary files of our own are no fault, over links and in a folder of our own group")
    func ordinary() throws {
        #expect(way.fault(of: folder("etc/config.yaml")) == nil)
        chmod(folder("etc"), 0o775)
        chmod(folder("etc/config.yaml"), 0o664)
        #expect(way.fault(of: folder("etc/config.yaml")) == nil)
        symlink("etc/../etc/./config.yaml", folder("link.yaml"))
        #expect(way.fault(of: folder("link.yaml")) == nil)
        symlink(folder("loop"), folder("loop"))
        #expect(way.fault(of: folder("loop")) == nil)
        #expect(way.fault(of: folder("none/config.yaml")) == nil)
        #expect(way.fault(of: "/etc/passwd") == nil)
    }

    @Test("X14: a file that everybody may write is told")
    func writable() {
        chmod(folder("etc/config.yaml"), 0o666)
        #expect(way.fault(of: folder("etc/config.yaml")) == .writable(by: .everybody))
    }

    @Test("X14: a folder that everybody may write is told wherever it is on the way, behind a link, too")
    func folders() throws {
        chmod(folder("etc"), 0o777)
        let expected = FileFault.folderWritable(folder("etc"), by: .everybody)
        #expect(way.fault(of: folder("etc/config.yaml")) == expected)
        try folder.write("x", to: "etc/deep/config.yaml")
        #expect(way.fault(of: folder("etc/deep/config.yaml")) == expected)
        symlink(folder("etc/deep"), folder("deep"))
        #expect(way.fault(of: folder("deep/config.yaml")) == expected)
        chmod(folder("etc"), 0o1777)
        #expect(way.fault(of: folder("deep/config.yaml")) == nil)
    }

    @Test("X14: a file, link or folder of another user is told", .enabled(if: geteuid() == 0, "skipped: not root"))
    func owners() throws {
        chown(folder("etc/config.yaml"), 65534, 65534)
        #expect(way.fault(of: folder("etc/config.yaml")) == .owner(65534))
        chmod(folder("etc"), 0o1777)
        #expect(way.fault(of: folder("etc/config.yaml")) == .planted(65534))
        chown(folder("etc/config.yaml"), 0, 0)
        symlink(folder("etc/config.yaml"), folder("etc/link"))
        lchown(folder("etc/link"), 65534, 65534)
        #expect(way.fault(of: folder("etc/link")) == .planted(65534))
        chmod(folder("etc"), 0o755)
        chown(folder("etc"), 65534, 65534)
        #expect(way.fault(of: folder("etc/config.yaml")) == .folderOwner(folder("etc"), 65534))
    }
}
