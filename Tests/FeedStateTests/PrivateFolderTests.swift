import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("the folder of a state on its way")
struct PrivateFolderTests {
    private let place: TemporaryFolder

    init() throws { place = try TemporaryFolder() }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes a folder as a killed process leaves it, an hour or no time ago.
    private func abandon(_ name: String, hoursAgo: Int) throws -> String {
        let path = place(name)
        #expect(mkdir(path, 0o700) == 0)
        try place.write([1], to: "\(name)/copy.state", mode: 0o600)
        let then = timespec(tv_sec: time(nil) - hoursAgo * 3600, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, [then, then], 0) == 0)
        return path
    }

    @Test("is for its user alone, and is removed with all that is in it")
    func isRemoved() throws {
        let path: String
        do {
            let folder = try PrivateFolder(in: place.path)
            path = folder.folder.path
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o700)
            #expect(creat("\(path)/copy.state", 0o600) >= 0)
        }
        #expect(!exists(path))
    }

    @Test("goes with the next one if its process was killed, unless it is another's or in use")
    func isAbandoned() throws {
        let old = try abandon("kawaraban-state-aaaaaa", hoursAgo: 1)
        let fresh = try abandon("kawaraban-state-bbbbbb", hoursAgo: 0)
        let other = try abandon("kawaraban-states", hoursAgo: 1)
        let used = try PrivateFolder(in: place.path)
        let then = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, used.folder.path, [then, then], 0) == 0)
        let next = try PrivateFolder(in: place.path)
        #expect(!exists(old))
        #expect(exists(fresh) && exists(other))
        #expect(exists(used.folder.path) && exists(next.folder.path))
    }
}
