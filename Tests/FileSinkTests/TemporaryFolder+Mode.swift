import FeedTesting
import Glibc
import Testing

extension TemporaryFolder {
    /// The permissions of a file in it.
    func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(self(name), &status) == 0)
        return status.st_mode & 0o7777
    }
}
