import FeedConfiguration
import FeedModel
import FeedPatterns
import FeedStages

/// Reads the condition on one field from the configuration.
struct FieldReading {
    let pair: Node.Pair
    let section: ConfigSection

    /// The condition that all tests of the field are true; nil after a report.
    func read() -> Condition? {
        if pair.value.isNull {
            return fail(
                .message("filter.test_expected", ["path": .text(path)]), suggestion: .message("filter.test_example"))
        }
        guard let field = Field(rawValue: pair.key) else { return readNumber() }
        return field == .published ? readDate() : readText(field)
    }

    private var path: String { "\(section.path).\(pair.key)" }

    private func fail(_ message: LocalizedText, at place: Place? = nil, suggestion: LocalizedText? = nil) -> Condition?
    {
        section.report(message, at: place ?? pair.value.place, suggestion: suggestion)
        return nil
    }

    private func mismatch(_ text: String, _ expected: LocalizedText, at place: Place) -> Condition? {
        fail(
            .message(
                "filter.unexpected",
                ["path": .text(path), "expected": .message(expected), "found": .text(text)]), at: place)
    }

    /// The texts of a scalar or of a list of scalars; nil after a report.
    private func texts(of node: Node, _ expected: LocalizedText) -> [(text: String, place: Place)]? {
        var texts: [(text: String, place: Place)] = []
        for element in node.list ?? [node] {
            guard let text = section.text(of: element, expected: expected) else { return nil }
            texts.append((text, element.place))
        }
        if texts.isEmpty { section.report(.message("plugin.list_empty", ["path": .text(path)]), at: node.place) }
        return texts.isEmpty ? nil : texts
    }

    private func flag(_ node: Node) -> Bool? { section.read(node, "\(pair.key).exists", as: Bool.self) }

    private func unknownTest(_ test: Node.Pair, among known: [String]) -> Condition? {
        let meant = section.diagnostics.nearest(to: test.key, among: known)
        return fail(
            .message("filter.unknown_test", ["path": .text(path), "name": .text(test.key)]), at: test.place,
            suggestion: meant.map { .message("plugin.did_you_mean", ["name": .text($0)]) }
                ?? .message("plugin.there_are", ["names": .row(known.map { "`\($0)`" })]))
    }

    private static func joined(_ parts: [Condition?]) -> Condition? {
        let read = parts.compactMap(\.self)
        guard read.count == parts.count, !read.isEmpty else { return nil }
        return read.count == 1 ? read[0] : .all(read)
    }
}

extension FieldReading {
    private func readText(_ field: Field) -> Condition? {
        guard let tests = pair.value.map else {
            return readText(field, .equals, pair.value, TextTest.Rule())
        }
        let known = TextTest.Kind.allCases.map(\.rawValue) + ["exists", "case", "fold"]
        var rule = TextTest.Rule()
        if let node = tests.first(where: { $0.key == "case" })?.value {
            guard section.text(of: node, expected: "exact") == "exact" else {
                return fail(.message("filter.case_exact", ["path": .text(path)]), at: node.place)
            }
            rule.ignoringCase = false
        }
        if let node = tests.first(where: { $0.key == "fold" })?.value {
            guard section.text(of: node, expected: "kana") == "kana" else {
                return fail(.message("filter.fold_kana", ["path": .text(path)]), at: node.place)
            }
            rule.kana = true
        }
        let others = tests.filter { !["case", "fold"].contains($0.key) && !$0.key.hasPrefix("x-") }
        guard !others.isEmpty else {
            return fail(.message("filter.no_test", ["path": .text(path)]), suggestion: .message("filter.test_example"))
        }
        return Self.joined(
            others.map { test in
                if test.key == "exists" { return flag(test.value).map { .field(.textExists(field, $0)) } }
                guard let kind = TextTest.Kind(rawValue: test.key) else { return unknownTest(test, among: known) }
                return readText(field, kind, test.value, rule)
            })
    }

    /// Words or patterns of one test, at most: each is looked for in every text.
    private static let mostTexts = 1000
    /// Bytes of a word, at most.
    private static let longestWord = 8192

    private func readText(
        _ field: Field, _ kind: TextTest.Kind, _ node: Node, _ rule: TextTest.Rule
    ) -> Condition? {
        guard let texts = texts(of: node, String.typeName) else { return nil }
        guard texts.count <= Self.mostTexts else {
            return fail(
                .message("filter.many_words", ["path": .text(path), "limit": .number(Self.mostTexts)]), at: node.place)
        }
        if field == .source, kind == .equals { reportUnknownSources(texts) }
        let written = texts.map(\.text)
        if kind == .matches {
            let patterns = texts.compactMap { pattern($0.text, at: $0.place, rule) }
            guard patterns.count == texts.count else { return nil }
            return .field(.text(field, TextTest(patterns: patterns, written: written, kana: rule.kana)))
        }
        let words = texts.compactMap { word($0.text, at: $0.place, rule) }
        guard words.count == texts.count else { return nil }
        return .field(.text(field, TextTest(kind, words: words, written: written, rule)))
    }

    private func word(_ text: String, at place: Place, _ rule: TextTest.Rule) -> FoldedWord? {
        guard text.utf8.count <= Self.longestWord else {
            section.report(
                .message("filter.long_word", ["path": .text(path), "limit": .number(Self.longestWord)]), at: place)
            return nil
        }
        guard let word = FoldedWord(text, ignoringCase: rule.ignoringCase, kana: rule.kana) else {
            section.report(
                .message("filter.empty_word", ["path": .text(path)]), at: place,
                suggestion: .message("filter.empty_word_cure"))
            return nil
        }
        return word
    }

    private func pattern(_ text: String, at place: Place, _ rule: TextTest.Rule) -> Pattern? {
        let folded = FoldedPattern(text, kana: rule.kana)
        do throws(Pattern.Mistake) {
            let pattern = try Pattern(text, ignoringCase: rule.ignoringCase, folded: folded)
            if !pattern.isFolded {
                section.report(
                    .message("filter.pattern_not_folded", ["path": .text(path)]), at: place, severity: .warning)
            }
            for member in folded.unmatchable.prefix(5) {
                section.report(
                    .message("filter.class_member", ["path": .text(path), "member": .text(member)]), at: place,
                    severity: .warning, suggestion: .message("filter.class_member_cure", ["member": .text(member)]))
            }
            return pattern
        } catch {
            section.report(
                .message(
                    "filter.bad_pattern",
                    ["path": .text(path), "column": .number(error.column), "reason": MessageArgument(error.reason)]),
                at: place)
            return nil
        }
    }

    private func reportUnknownSources(_ texts: [(text: String, place: Place)]) {
        guard let names = section.sourceNames else { return }
        for (text, place) in texts where !names.contains(text) {
            let meant = section.diagnostics.nearest(to: text, among: names)
            section.report(
                .message("filter.no_source", ["path": .text(path), "name": .text(text)]), at: place,
                suggestion: meant.map { .message("plugin.did_you_mean", ["name": .text($0)]) })
        }
    }

    private func readDate() -> Condition? {
        guard let tests = pair.value.map else { return readDate(pair.value) }
        return Self.joined(
            tests.map { test in
                switch test.key {
                case "exists": flag(test.value).map { .field(.dateExists($0)) }
                case "equals": readDate(test.value)
                default: unknownTest(test, among: ["exists", "equals"])
                }
            })
    }

    private func readDate(_ node: Node) -> Condition? {
        let expected: LocalizedText = .message("type.date_test")
        guard let texts = texts(of: node, expected) else { return nil }
        var dates: [DateTest] = []
        for (text, place) in texts {
            guard let test = DateTest(text) else { return mismatch(text, expected, at: place) }
            dates.append(test)
        }
        return .field(.date(dates))
    }
}

extension FieldReading {
    private func readNumber() -> Condition? {
        if pair.key == NumberName.buzz { return readBuzz() }
        guard let tests = pair.value.map else { return readNumber(pair.value) }
        if tests.contains(where: { TextTest.Kind(rawValue: $0.key) != nil && $0.key != "equals" }) {
            return unknownField()
        }
        // Without this, a misspelt field name would never be noticed.
        if !NumberName.standard.contains(pair.key), tests.allSatisfy({ $0.key == "exists" }), meant != nil {
            return unknownField()
        }
        return Self.joined(
            tests.map { test in
                switch test.key {
                case "exists": flag(test.value).map { .field(.numberExists(pair.key, $0)) }
                case "equals": readNumber(test.value)
                default: unknownTest(test, among: ["exists", "equals"])
                }
            })
    }

    private func readNumber(_ node: Node) -> Condition? {
        let expected: LocalizedText = .message("type.number_test")
        guard let texts = texts(of: node, expected) else { return nil }
        var numbers: [NumberCriterion] = []
        for (text, place) in texts {
            if let test = NumberCriterion(text) {
                numbers.append(test)
            } else if NumberName.standard.contains(pair.key) {
                return mismatch(text, expected, at: place)
            } else {
                return unknownField()
            }
        }
        return .field(.number(pair.key, numbers))
    }

    private var meant: String? {
        section.diagnostics.nearest(
            to: pair.key,
            among: Field.allCases.map(\.rawValue) + NumberName.standard + [NumberName.buzz, "any", "all", "not"])
    }

    private func readBuzz() -> Condition? {
        let expected: LocalizedText = .message("type.buzz_test")
        guard let texts = texts(of: pair.value, expected) else { return nil }
        var tests: [BuzzTest] = []
        for (text, place) in texts {
            guard let test = BuzzTest(text) else { return mismatch(text, expected, at: place) }
            tests.append(test)
        }
        return .field(.buzz(tests))
    }

    private func unknownField() -> Condition? {
        section.report(
            .message("filter.unknown_field", ["path": .text(section.path), "name": .text(pair.key)]), at: pair.place,
            suggestion: meant.map { .message("plugin.did_you_mean", ["name": .text($0)]) }
                ?? .message("filter.fields", ["names": .row(Field.allCases.map { "`\($0.rawValue)`" })]))
        return nil
    }
}
