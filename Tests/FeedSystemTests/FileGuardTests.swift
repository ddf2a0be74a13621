import Glibc
import Testing

@testable import FeedSystem

@Suite("FileGuard")
struct FileGuardTests {
    /// Of the user 1000, in whose own group 1000 is nobody else.
    private let ours = FileGuard(user: 1000) { group, _ in group == 1000 }

    private func file(
        _ mode: mode_t, owner: uid_t = 1000, group: gid_t = 1000, links: nlink_t = 1, kind: mode_t = S_IFREG
    ) -> stat {
        var status = stat()
        status.st_mode = kind | mode
        status.st_uid = owner
        status.st_gid = group
        status.st_nlink = links
        return status
    }

    @Test("X04: a file is changed where it stands only if it is regular, our own and has one name")
    func ownFiles() {
        #expect(ours.fault(ofOwn: file(0o600)) == nil)
        #expect(ours.fault(ofOwn: file(0o666)) == nil)
        #expect(ours.fault(ofOwn: file(0o600, owner: 1001)) == .owner(1001))
        #expect(ours.fault(ofOwn: file(0o600, owner: 0)) == .owner(0))
        #expect(ours.fault(ofOwn: file(0o600, links: 2)) == .links(2))
        #expect(ours.fault(ofOwn: file(0o600, kind: S_IFIFO)) == .kind(.pipe))
    }

    @Test("X04: another user's file is a planted one where everybody may add files, unless it is root's")
    func planted() {
        let (shared, own) = (file(0o1777, owner: 0, kind: S_IFDIR), file(0o755, kind: S_IFDIR))
        #expect(ours.fault(ofOwn: file(0o666, owner: 1001), in: shared) == .planted(1001))
        #expect(ours.fault(ofOwn: file(0o666, owner: 1001), in: own) == .owner(1001))
        #expect(ours.fault(ofOwn: file(0o666, owner: 0), in: shared) == .owner(0))
        #expect(ours.fault(ofOwn: file(0o600), in: shared) == nil)
    }

    @Test("X04: a folder is safe if only we, root and our own group can write it, or if its files cannot be taken away")
    func folders() {
        func fault(_ mode: mode_t, owner: uid_t = 1000, group: gid_t = 1000) -> FileFault? {
            ours.fault(ofFolder: file(mode, owner: owner, group: group, kind: S_IFDIR), path: "/d")
        }
        #expect(fault(0o755) == nil)
        #expect(fault(0o755, owner: 0) == nil)
        #expect(fault(0o775) == nil)
        #expect(fault(0o1777, owner: 0) == nil)
        #expect(fault(0o775, group: 50) == .folderWritable("/d", by: .group(50)))
        #expect(fault(0o777) == .folderWritable("/d", by: .everybody))
        #expect(fault(0o755, owner: 1001) == .folderOwner("/d", 1001))
        #expect(fault(0o1777, owner: 1001) == .folderOwner("/d", 1001))
    }

    @Test("X03: a new file takes over at most the rights to read and write, and only from a file of our own")
    func inherited() {
        #expect(ours.inheritedMode(from: file(0o640)) == 0o640)
        #expect(ours.inheritedMode(from: file(0o7777)) == 0o666)
        #expect(ours.inheritedMode(from: file(0o4755)) == 0o644)
        #expect(ours.inheritedMode(from: file(0o666, links: 2)) == 0o644)
        #expect(ours.inheritedMode(from: file(0o600, links: 2)) == 0o600)
        #expect(ours.inheritedMode(from: file(0o4777, owner: 1001)) == nil)
        #expect(ours.inheritedMode(from: file(0o644, owner: 0)) == nil)
        #expect(ours.inheritedMode(from: file(0o777, kind: S_IFLNK)) == nil)
    }

    @Test("root trusts nobody else")
    func root() {
        let root = FileGuard(user: 0) { group, _ in group == 0 }
        #expect(root.fault(ofOwn: file(0o600)) == .owner(1000))
        #expect(root.fault(ofFolder: file(0o755, kind: S_IFDIR), path: "/d") == .folderOwner("/d", 1000))
        #expect(root.fault(ofFolder: file(0o775, owner: 0, group: 0, kind: S_IFDIR), path: "/d") == nil)
    }

    @Test("the group of root is harmless, one whose members are unknown is not")
    func groups() {
        #expect(UserGroups.isHarmless(0, fileOf: 1000))
        #expect(!UserGroups.isHarmless(4_000_000_000, fileOf: 0))
        // In a container nobody has a name.
        #expect(UserGroups.isHarmless(4_000_000_000, fileOf: 4_000_000_000))
    }
}
