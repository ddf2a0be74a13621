import FeedJSON
import FeedMessages
import FeedSelecting

/// Any text is a path or a template, or is refused with a column in it. A path is written as itself, and can be applied
/// to any document. An input is a text, a line break, and a document.
enum SelectorPromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let line = input.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line, as: UTF8.self)
        let document = (try? JSONReader.read(Array(input.dropFirst(line.count + 1)))) ?? .null
        return brokenPromise(byPath: text, document) ?? brokenPromise(byTemplate: text, document)
    }

    private static func brokenPromise(byPath text: String, _ document: JSONValue) -> String? {
        let path: JSONPath
        do throws(SelectorError) {
            path = try JSONPath(text)
        } catch {
            return fault(in: error, of: text)
        }
        guard let again = try? JSONPath(path.description), again == path else {
            return "\(text) is written as \(path), which is another path"
        }
        let values = path.values(in: document)
        if path.isSingular, values.count > 1 { return "\(text) leads to \(values.count) values" }
        guard path.first(in: document, { $0 }) == values.first else { return "\(text): the first is not the first" }
        return nil
    }

    private static func brokenPromise(byTemplate text: String, _ document: JSONValue) -> String? {
        guard Template<JSONPath>.isTemplate(text) else { return nil }
        let template: Template<JSONPath>
        do throws(SelectorError) {
            template = try Template(text) { path throws(SelectorError) in try JSONPath(path) }
        } catch {
            return fault(in: error, of: text)
        }
        func value(_ path: JSONPath) -> String? { path.first(in: document) { $0.string } }
        let (plain, address) = (template.filled(as: .text, value), template.filled(as: .address, value))
        guard (plain == nil) == (address == nil) else { return "\(text) has a value as one thing and none as another" }
        // A value that is put into an address must not change the address's structure.
        let constant = template.filled(as: .address) { _ in "" } ?? ""
        guard let address, address != constant else { return nil }
        let strange = "?#@&=+ \"<>\\".unicodeScalars.filter { scalar in
            address.unicodeScalars.count { $0 == scalar } > constant.unicodeScalars.count { $0 == scalar }
        }
        return strange.isEmpty ? nil : "\(text) gives \(address), with \(strange) of a value"
    }

    private static func fault(in error: SelectorError, of text: String) -> String? {
        guard (1...text.unicodeScalars.count + 1).contains(error.column) else {
            return "a mistake at \(error.column) of \(text.unicodeScalars.count) characters"
        }
        return error.reason.description.isEmpty ? "a mistake without a sentence" : nil
    }
}
