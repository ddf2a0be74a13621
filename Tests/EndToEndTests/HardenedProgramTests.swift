import Glibc
import Testing

@Suite("how the program is linked")
struct HardenedProgramTests {
    private static let readelf = "/usr/bin/readelf"

    @Test(
        "X16: the program binds every address at its start, and neither that table nor its stack can be misused",
        .enabled(if: access(readelf, X_OK) == 0, "skipped: readelf (binutils) is not installed"))
    func isHardened() throws {
        let outcome = try Workplace().runOther([Self.readelf, "-dlW", Workplace.program])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("(FLAGS)") && $0.contains("BIND_NOW") })
        #expect(lines.contains { $0.contains("(FLAGS_1)") && $0.contains("NOW") && $0.contains("PIE") })
        #expect(lines.contains { $0.contains("GNU_RELRO") })
        #expect(lines.contains { $0.contains("GNU_STACK") && $0.contains(" RW ") })
    }
}
