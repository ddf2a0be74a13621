import Testing

@testable import FeedHTML

@Suite("HTMLElement")
struct HTMLElementTests {
    @Test("every element has one rule and is found by its name in any case", arguments: HTMLElement.allCases)
    func rule(_ element: HTMLElement) {
        let rule = HTMLElementTable.shared.rules[Int(element.rawValue)]
        #expect(rule.element == element)
        for name in ["\(rule.name)", "\(rule.name)".uppercased()] {
            let bytes = Array(name.utf8)
            #expect(bytes.withUnsafeBufferPointer { HTMLElement(bytes: $0, name: 0..<bytes.count) } == element)
        }
    }

    @Test(
        "names that are nearly elements are none",
        arguments: ["aa", "x", "scrip", "scriptx", "h7", "foreignobjectxxxxxxxxxx", "\u{0}a"])
    func unknown(_ name: String) {
        let bytes = Array(name.utf8)
        #expect(bytes.withUnsafeBufferPointer { HTMLElement(bytes: $0, name: 0..<bytes.count) } == .unknown)
    }
}
