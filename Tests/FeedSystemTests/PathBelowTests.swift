import FeedSystem
import Testing

@Suite("paths below a folder")
struct PathBelowTests {
    @Test("A path is below a folder if it continues behind the folder's name and a slash")
    func below() {
        #expect(isPath("/home/me/x", below: "/home/me"))
        #expect(isPath("/home/me/x/y", below: "/home/me"))
        #expect(isPath("/x", below: "/"))
        #expect(!isPath("/home/me", below: "/home/me"))
        #expect(!isPath("/home/mean/x", below: "/home/me"))
        #expect(!isPath("/home", below: "/home/me"))
    }

    @Test("A combining mark behind a slash hides no path, and names that only look alike are two")
    func marks() {
        #expect(isPath("/home/me/\u{301}x", below: "/home/me"))
        #expect(isPath("/\u{301}x", below: "/"))
        #expect(!isPath("/home/\u{E9}/x", below: "/home/e\u{301}"))
    }

    @Test("A plain path has no `.` and no empty parts, whatever mark stands behind a slash")
    func plain() {
        #expect(plainPath("./a//b/./c.html") == "a/b/c.html")
        #expect(plainPath("/a/./../b") == "/a/../b")
        #expect(Array(plainPath(".//\u{301}a").utf8) == Array("\u{301}a".utf8))
        #expect(Array(plainPath("//\u{301}a").utf8) == Array("/\u{301}a".utf8))
    }
}
