import Testing

@testable import FeedConfiguration

@Suite struct VariablesTests {
    static let variables = ["A": "one", "EMPTY": "", "YAML": "x: [1, 2]\n- !!tag", "DOLLAR": "${A} $$"]

    static func expand(_ text: String) -> (String?, [String]) {
        let section = SectionOfText("k: '\(text)'\n", environment: ConfigEnvironment(variables: variables))
        return (section.section.option("k", as: String.self, help: "x"), section.messages)
    }

    @Test(
        "variables are put into text in one pass",
        arguments: [
            ("${A}", "one"), ("a${A}b${A}", "aonebone"), ("$A", "$A"), ("$$", "$"), ("$${A}", "${A}"), ("^x$", "^x$"),
            ("${NONE:-two}", "two"), ("${NONE:-}", ""), ("${EMPTY:-two}", "two"), ("${A:-two}", "one"),
            ("${DOLLAR}", "${A} $$"), ("${YAML}", "x: [1, 2]\n- !!tag"), ("$", "$"), ("日本${A}語", "日本one語"),
        ])
    func expansion(text: String, result: String) {
        #expect(Self.expand(text).0 == result)
        #expect(Self.expand(text).1 == [])
    }

    @Test(
        "what is missing or malformed is told",
        arguments: [
            ("${NONE}", "1:4: environment variable NONE is not set"),
            ("${EMPTY}", "1:4: environment variable EMPTY is empty"),
            ("${A", "1:4: expected ${NAME} or ${NAME:-default}"), ("${}", "1:4: expected ${NAME} or ${NAME:-default}"),
            ("${1A}", "1:4: expected ${NAME} or ${NAME:-default}"),
            ("${A-b}", "1:4: expected ${NAME} or ${NAME:-default}"),
        ])
    func mistakes(text: String, message: String) { #expect(Self.expand(text).1 == [message]) }

    @Test("an empty variable is text, not nothing, and what it holds is never shown")
    func neverShown() {
        let text = SectionOfText("k: ${A}\nl: ${EMPTY:-}\n", environment: ConfigEnvironment(variables: Self.variables))
        #expect(text.section.option("k", as: Int.self, help: "x") == nil)
        #expect(text.section.option("l", as: String.self, help: "x") == "")
        #expect(text.messages == ["1:4: s.k: expected a whole number, found \"${A}\""])
    }

    @Test("a missing variable is told once, whatever type the option has")
    func once() {
        let text = SectionOfText("k: ${NONE}\n")
        #expect(text.section.option("k", default: 7, help: "x") == 7)
        #expect(text.messages == ["1:4: environment variable NONE is not set"])
    }

    @Test("free keys at the top are left alone")
    func freeKeys() {
        let diagnostics = Diagnostics()
        let bytes = Array("x-a: &a ${NONE}\nb: ${A}\nc: { x-d: \"${A}\" }\n".utf8)
        let node = YAMLReader.read(bytes, file: "f", into: diagnostics)
        let expanded = node.map { Variables(Self.variables, reporting: diagnostics).expand(configuration: $0) }
        #expect(expanded?["b"]?.scalar == "one")
        #expect(expanded?["c"]?["x-d"]?.scalar == "one")
        #expect(diagnostics.list == [])
    }
}

@Suite struct EnvironmentFileTests {
    @Test("a file of variables")
    func variables() {
        let text = """
            # comment
            A=1
            export B = two words  # comment
              C='single # $A \\n'
            D="a \\"b\\" \\n \\\\ \\$ \\x" # comment
            E=
            F=a#b\r
            G="日本"

            """
        let diagnostics = Diagnostics()
        let variables = EnvironmentFile.read(Array(text.utf8), file: ".env", into: diagnostics)
        #expect(
            variables == [
                "A": "1", "B": "two words", "C": "single # $A \\n", "D": "a \"b\" \n \\ $ \\x", "E": "", "F": "a#b",
                "G": "日本",
            ])
        #expect(diagnostics.list == [])
    }

    @Test("lines that are wrong are told by their number, never shown")
    func mistakes() {
        let text = "A=1\nhunter2\n9X=hunter2\nB='hunter2\nC=\"hunter2\" x\n=hunter2\n"
        let diagnostics = Diagnostics()
        _ = EnvironmentFile.read(Array(text.utf8), file: ".env", into: diagnostics)
        #expect(diagnostics.list.map(\.place.line) == [2, 3, 4, 5, 6])
        #expect(diagnostics.list.allSatisfy { !$0.description.contains("hunter2") && $0.place.file == ".env" })
    }
}
