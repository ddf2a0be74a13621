import FeedMessages
import FeedModel
import Glibc
import Testing

@testable import FeedSystem

@Suite("what is told of a file in which others have a hand")
struct FileFaultTests {
    private static let nameless: UInt32 = 4_000_000_000
    private let root = getpwuid(0).map { String(cString: $0.pointee.pw_name) } ?? "0"
    private let me = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? String(geteuid())

    @Test("users and groups are told by name and number, by the number alone where it has no name")
    func names() {
        #expect(FileFault.owner(0).words().description == "it belongs to the user \(root) (uid 0)")
        #expect(FileFault.owner(Self.nameless).words().description == "it belongs to the user 4000000000")
        #expect(
            FileFault.folderOwner("/d", 0).words().description == "its folder /d belongs to the user \(root) (uid 0)")
        #expect(
            FileFault.writable(by: .group(Self.nameless)).words().description == "the group 4000000000 can write to it")
        let group = getgrgid(0).map { String(cString: $0.pointee.gr_name) } ?? ""
        #expect(FileFault.writable(by: .group(0)).words().description == "the group \(group) (gid 0) can write to it")
    }

    @Test("nobody is told to take away a file that is not ours, nor to run as root")
    func cures() {
        let help = geteuid() == 0 ? "" : " as root"
        let stranger = FileFault.owner(Self.nameless)
        #expect(stranger.cure(for: "/d/f").description == "chown \(me) /d/f\(help), or run this as 4000000000")
        #expect(stranger.cure().description == "chown it to \(me)\(help), or run this as 4000000000")
        #expect(FileFault.owner(0).cure(for: "/d/f").description == "chown \(me) /d/f\(help)")
    }

    @Test("a fault and its cure are told in Japanese, too")
    func japanese() {
        let fault = FileFault.writable(by: .everybody)
        #expect(fault.words(of: "/d/f").text(in: .ja) == "/d/f には誰でも書き込めます")
        #expect(fault.cure(for: "/d/f").text(in: .ja) == "`chmod o-w /d/f` を実行してください")
        #expect(SmallFile.Failure.kind(.folder).text(of: "/d").text(in: .ja) == "/d はディレクトリです")
    }

    @Test("a planted file is to be looked at, and of several names one is to be kept")
    func plantedAndLinked() {
        #expect(
            FileFault.planted(Self.nameless).cure(for: "/tmp/f").description.hasPrefix("check it, then remove it"))
        #expect(FileFault.links(2).cure(for: "/d/f").description.contains("find / -samefile /d/f"))
    }
}
