import FeedConfiguration
import FeedRendering
import FeedSystem

/// A file with a user's own rules for a page (CSS) as an option. It is read and checked once.
struct StyleFile: ConfigValue, Hashable {
    /// The path. A relative path is resolved against the configuration's folder.
    let path: String
    /// The rules; nil for a placeholder.
    var style: PageStyle?

    static var typeName: LocalizedText { .message("type.path") }
    static var schema: ValueSchema { FilePath.schema }
    static var placeholder: StyleFile { StyleFile(path: ".") }
    var manualText: String { path }

    /// Reads the path of a file with rules that load nothing. Reports any other to `section`. Blocks on the disk.
    static func read(_ node: Node, in section: ConfigSection) -> StyleFile? {
        guard let given = FilePath.read(node, in: section)?.text else { return nil }
        let path = section.environment.resolve(path: given)
        section.recordFile(path)
        func report(_ what: LocalizedText) {
            section.report(
                .message("config.of_option", ["path": .text(section.path), "what": .message(what)]), at: node.place)
        }
        switch SmallFile.read(path, limit: PageStyle.mostBytes) {
        case .success(let file):
            section.reportIfOthersCanChange(path, at: node.place)
            do throws(StyleFault) {
                return StyleFile(path: path, style: try PageStyle(file.bytes))
            } catch {
                report(error.text(of: path))
            }
        case .failure(let failure): report(failure.text(of: .text(path)))
        }
        return nil
    }
}
