import FeedJSON
import FeedMessages

extension LocalizedText {
    /// The stored form, as JSON: a message's key with its arguments, or the words of a third party's plugin. It can be
    /// shown in any language later.
    var stored: String { JSONEncoding.text(of: self) ?? "" }

    /// Reads the stored form. Any other text is taken as it is.
    init(stored text: String) { self = JSONDecoding.value(from: text) ?? LocalizedText(en: text) }
}
