import FeedMessages
import FeedModel

extension Localizer {
    /// Joins independent parts of a line: `a, b, c`; in Japanese `a、b、c`.
    func commas(_ parts: [String]) -> String { parts.joined(separator: language == .ja ? "、" : ", ") }
}
