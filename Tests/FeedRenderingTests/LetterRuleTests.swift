import Glibc
import Testing

@testable import FeedRendering

/// What letters may be made of: the tables of Documentation/Mail.md.
@Suite("The style of a letter")
struct LetterRuleTests {
    private static let styles = LetterRule.allCases.map { "\($0.style)" }
    private static let dark = "\(LetterRule.dark)"

    /// The properties of the table, and those that change nothing where they are unknown.
    private static let properties: Set = [
        "color", "background-color", "font-family", "font-size", "font-weight", "line-height", "text-align",
        "text-decoration", "margin", "padding", "border", "border-top", "border-bottom", "max-width", "width", "height",
        "display", "max-height", "overflow", "mso-hide", "white-space", "word-break", "word-wrap", "float", "clear",
    ]

    @Test("the elements have only declarations that the table of mail programs has")
    func declarations() {
        for style in Self.styles {
            for declaration in style.split(separator: ";") {
                let parts = declaration.split(separator: ":", maxSplits: 1)
                #expect(parts.count == 2 && Self.properties.contains(String(parts[0])), "\(declaration)")
                // The one that some programs know only as a style sheet's, and numbers below zero, which Gmail removes.
                #expect(!declaration.contains("!important") && !declaration.contains(":-") || parts[0] == "font-family")
                #expect(!declaration.contains("url("))
            }
        }
    }

    @Test("Gmail keeps the style sheet: no at-rule stands within another one")
    func styleSheet() {
        #expect(Self.dark.split(separator: "@").count == 2)
        #expect(Self.dark.utf8.count < 8192)
    }

    @Test("each colour has a contrast of at least 7:1, light and dark")
    func contrast() throws {
        let light = Self.styles.joined(separator: ";")
        for (text, ground) in [(light, "#faf8f2"), (Self.dark, "#171512")] {
            #expect(text.contains("background-color:\(ground)"))
            let colours = Set(text.matches(of: /(?:[;{]|^)color:(#[0-9a-f]{6})/).map { String($0.1) })
            #expect(colours.count == 3)
            for colour in colours {
                let contrast = try Self.contrast(colour, ground)
                #expect(contrast >= 7, "\(colour) on \(ground): \(contrast)")
            }
        }
    }

    /// WCAG 2.2, contrast ratio and relative luminance.
    private static func contrast(_ one: String, _ other: String) throws -> Double {
        let (one, other) = (try luminance(one), try luminance(other))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    private static func luminance(_ colour: String) throws -> Double {
        let number = try #require(Int(colour.dropFirst(), radix: 16))
        let parts = [16, 8, 0].map { shift in
            let part = Double(number >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
