import Testing

@testable import FileSource

@Suite("Patterns for file names")
struct FilePatternTests {
    @Test(
        "match as in a shell",
        arguments: [
            ("*", "a.xml"), ("*.xml", "a.xml"), ("a*b*c", "aXbYbZc"), ("?.xml", "日.xml"), ("[a-c]1", "b1"),
            ("[!a-c]1", "d1"), ("[^a]1", "b1"), ("[]]", "]"), ("[あ-ん]", "き"), (".*", ".hidden"), ("[", "["),
            ("a[b", "a[b"),
            ("[a-]", "-"), ("日*語", "日本語"), ("**", "x"),
        ])
    func matches(pattern: String, name: String) {
        #expect(FilePattern(pattern.utf8[...]).matches(Array(name.utf8)))
    }

    @Test(
        "and do not match anything else",
        arguments: [
            ("*", ".hidden"), ("?hidden", ".hidden"), ("*.xml", "a.xmlx"), ("?", "ab"), ("?", ""), ("[a-c]", "d"),
            ("[!a]", "a"), ("a", "A"), ("", "a"), ("[!a]*", ".b"),
        ])
    func differs(pattern: String, name: String) {
        #expect(!FilePattern(pattern.utf8[...]).matches(Array(name.utf8)))
    }

    @Test("a hostile pattern ends soon")
    func hostile() {
        let pattern = String(repeating: "*a", count: 200) + "b"
        #expect(!FilePattern(pattern.utf8[...]).matches([UInt8](repeating: UInt8(ascii: "a"), count: 5000)))
    }

    @Test("names that are no UTF-8 are matched byte by byte")
    func bytes() {
        #expect(FilePattern("?.xml".utf8[...]).matches([0xE3] + Array(".xml".utf8)))
        #expect(FilePattern("*.xml".utf8[...]).matches([0xE3, 0x81] + Array(".xml".utf8)))
    }
}
