import FeedStages
import Testing

@Suite("names of files")
struct FileNameTests {
    @Test(
        "a title becomes one safe name",
        arguments: [
            ("Swift/C++: 入門", "Swift-C++-入門"), ("  a \n\t b  ", "a b"), ("...hidden", "hidden"), ("--force", "force"),
            ("../..", ""), ("か\u{3099}く", "がく"), ("e\u{301}te\u{301}", "été"), ("con", "_con"), ("Aux.md", "_Aux.md"),
            ("COM7", "_COM7"), ("COMA", "COMA"), ("conclusion", "conclusion"), ("a\u{202E}b\u{200B}c", "abc"),
            ("what???", "what"), ("[[x]]|#y^z", "x-y-z"), ("", ""), ("end. ", "end"), ("~/x", "x"),
            (".\u{301}hidden", "hidden"), ("COM¹", "_COM¹"),
        ])
    func made(title: String, name: String) {
        let made = FileName.made(of: title, limit: 200)
        #expect(made.unicodeScalars.elementsEqual(name.unicodeScalars), "\(made)")
    }

    @Test("a long title is cut between two characters")
    func cut() {
        #expect(FileName.made(of: String(repeating: "長", count: 100), limit: 10) == "長長長")
        #expect(FileName.made(of: "ab cd", limit: 3) == "ab")
        #expect(FileName.made(of: "e" + String(repeating: "\u{301}", count: 500), limit: 100) == "")
    }
}
