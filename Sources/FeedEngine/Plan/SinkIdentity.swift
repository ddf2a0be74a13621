import FeedConfiguration
import FeedStages
import FeedSystem

/// What stays the same of a sink when it gets another name: its type and where it delivers.
///
/// The state knows a sink by its name. A sink that is written in short form has the text as its name; by its identity
/// the state knows it again when it is declared, and the other way round.
enum SinkIdentity {
    /// Returns the identity of a sink, and behind it the one that it had in earlier versions if that is another one. None
    /// if no option says alone where it delivers.
    static func identities(of section: Node, _ stage: StageDescription<any Sink>) -> [String] {
        let own = (section.map ?? []).filter { !["type", "format"].contains($0.key) && !$0.key.hasPrefix("x-") }
        let place = stage.mainOption.map { main in own.filter { $0.key == main.key } } ?? own
        guard place.count <= 1 else { return [] }
        guard let pair = place.first else { return [stage.type] }
        guard let text = pair.value.onlyText else { return [] }
        let forms = pair.key == "path" ? [plainPath(text), text] : [text]
        return (forms.first == forms.last ? [text] : forms).map { "\(stage.type)\n\(pair.key)=\($0)" }
    }
}

extension Node {
    /// The text of a scalar, or of a list with one; nil if it is not known on this machine.
    fileprivate var onlyText: String? {
        if let items = list { return items.count == 1 ? items[0].scalar.flatMap { _ in items[0].onlyText } : nil }
        return lacksVariable ? nil : scalar
    }
}
