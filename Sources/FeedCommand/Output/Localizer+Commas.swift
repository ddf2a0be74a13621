import FeedMessages
import FeedModel

extension Localizer {
    /// `a, b, c`: parts of a line that only stand beside each other; in Japanese `a、b、c`.
    func commas(_ parts: [String]) -> String { parts.joined(separator: language == .ja ? "、" : ", ") }
}
