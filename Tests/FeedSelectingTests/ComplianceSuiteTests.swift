import FeedJSON
import FeedMessages
import FeedSelecting
import Foundation
import Testing

/// The compliance suite of RFC 9535 (jsonpath-standard/jsonpath-compliance-test-suite), which lies outside the repository.
@Suite(
    "The compliance suite of RFC 9535",
    .enabled(if: ComplianceSuite.bytes != nil, "skipped: KAWARABAN_SHARED names no folder with the suite"))
struct ComplianceSuiteTests {
    @Test("J15 is passed where we read the selector, and every other one is refused at a column")
    func suite() throws {
        let suite = try JSONReader.read(try #require(ComplianceSuite.bytes))
        let cases = suite["tests"]?.array ?? []
        var counts = (passed: 0, unsupported: 0, invalid: 0)
        for test in cases {
            let name = test["name"]?.string ?? ""
            let selector = test["selector"]?.string ?? ""
            do throws(SelectorError) {
                let path = try JSONPath(selector)
                #expect(test["invalid_selector"]?.bool != true, "\(name): \(selector) is no selector and was read")
                let found = JSONValue.array(path.values(in: test["document"] ?? .null))
                let allowed = test["results"]?.array ?? test["result"].map { [$0] } ?? []
                #expect(allowed.contains(found), "\(name): \(selector)")
                counts.passed += 1
            } catch {
                let length = selector.unicodeScalars.count
                #expect((1...length + 1).contains(error.column), "\(name): \(selector): column \(error.column)")
                #expect(!error.reason.description.isEmpty)
                if test["invalid_selector"]?.bool == true {
                    counts.invalid += 1
                } else {
                    #expect(error.isUnsupported, "\(name): \(selector) is a selector: \(error.reason)")
                    counts.unsupported += 1
                }
            }
        }
        print(
            "RFC 9535: \(cases.count) cases: \(counts.passed) pass, \(counts.unsupported) valid ones are not supported, "
                + "\(counts.invalid) invalid ones are refused")
        #expect(counts.passed + counts.unsupported + counts.invalid == cases.count)
        #expect(cases.count >= 703)
    }
}

private enum ComplianceSuite {
    static let bytes: [UInt8]? = {
        guard let shared = ProcessInfo.processInfo.environment["KAWARABAN_SHARED"] else { return nil }
        return FileManager.default.contents(atPath: shared + "/conformance/jsonpath/cts.json").map(Array.init)
    }()
}
