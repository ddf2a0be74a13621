import FeedJSON
import FeedMessages

extension LocalizedText {
    /// As a column keeps it: a key with its arguments, or the words of a plugin of others, in JSON. So every language can
    /// tell what was stored in any other.
    var stored: String { JSONEncoding.text(of: self) ?? "" }

    /// Reads what `stored` gave; other text stands for itself.
    init(stored text: String) { self = JSONDecoding.value(from: text) ?? LocalizedText(en: text) }
}
