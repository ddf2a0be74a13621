import FeedMessages
import FeedPages
import FeedSelecting

/// Any text is a selector, or is refused with a column in it. A CSS selector becomes XPath that libxml2 accepts, finds
/// only elements inside the searched one, and finds the same inside `:is()`. An input is a text, a line break, and a
/// page.
enum PagePromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let line = input.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line, as: UTF8.self)
        let selector: PageSelector
        do throws(SelectorError) {
            selector = try PageSelector(text)
        } catch {
            return fault(in: error, of: text)
        }
        let page = String(decoding: input.dropFirst(line.count + 1), as: UTF8.self)
        do throws(PageError) {
            let tree = try PageTree(Array(page.utf8)[...], url: nil)
            let places = [tree.root] + tree.root.children
            for place in places {
                if let broken = try brokenPromise(by: selector, in: place, of: tree) { return broken }
            }
            return nil
        } catch {
            switch error {
            case .notASelector where isCSS(selector): return "\(text) is CSS, and no XPath as \(selector.xpath)"
            case .empty, .outOfMemory, .tooCostly, .notASelector: return nil
            }
        }
    }

    private static func isCSS(_ selector: PageSelector) -> Bool {
        selector.xpath.hasPrefix("descendant::*[") && !selector.text.contains("xpath:")
    }

    private static func brokenPromise(
        by selector: PageSelector, in place: PageNode, of tree: PageTree
    ) throws(PageError) -> String? {
        let found = try tree.finds(selector, in: place)
        guard isCSS(selector), selector.attribute == nil else { return nil }
        let elements = found.compactMap(\.element)
        guard elements.count == found.count else { return "\(selector.text) finds what is no element" }
        for element in elements where !stands(element, inside: place) {
            return "\(selector.text) finds a \(element.name) outside of the \(place.name) that is searched"
        }
        // Inside `:is()` it may be too deep or too long.
        guard let same = try? PageSelector(":is(\(selector.text))"),
            let others = try? PageSelector(":not(\(selector.text))")
        else { return nil }
        let again = try tree.elements(same, in: place)
        guard again.count == elements.count, zip(again, elements).allSatisfy({ $0.isSame(as: $1) }) else {
            return "\(selector.text) finds \(elements.count), and \(again.count) within `:is()`"
        }
        var all = 0
        place.forEachDescendant { _ in all += 1 }
        let rest = try tree.elements(others, in: place)
        return rest.count + elements.count == all
            ? nil : "of \(all) elements \(selector.text) finds \(elements.count), and \(rest.count) within `:not()`"
    }

    private static func stands(_ element: PageNode, inside place: PageNode) -> Bool {
        var above = element.parent
        while let next = above {
            if next.isSame(as: place) { return true }
            above = next.parent
        }
        return false
    }

    private static func fault(in error: SelectorError, of text: String) -> String? {
        guard (1...text.unicodeScalars.count + 1).contains(error.column) else {
            return "a mistake at \(error.column) of \(text.unicodeScalars.count) characters"
        }
        return error.reason.description.isEmpty ? "a mistake without a sentence" : nil
    }
}
