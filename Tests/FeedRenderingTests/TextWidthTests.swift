import FeedModel
import FeedRendering
import Testing

@Suite("Text in the width of a terminal")
struct TextWidthTests {
    @Test(
        "fits a terminal of any width; only addresses are longer, because they are never broken",
        arguments: [40, 79, 100])
    func fits(_ columns: Int) {
        let text = TextDigest.render(SampleDigest.morning, options: PageOptions(), columns: columns)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        let long = lines.filter { DisplayWidth.of($0) > columns }
        #expect(long.allSatisfy { $0.contains("://") }, "\(long)")
        #expect(lines.contains { DisplayWidth.of($0) > columns - 4 && !$0.contains("://") })
    }

    @Test("is that of mail unless somebody knows better")
    func mail() {
        #expect(
            TextDigest.render(SampleDigest.morning)
                == TextDigest.render(SampleDigest.morning, options: PageOptions(), columns: 78))
    }
}
