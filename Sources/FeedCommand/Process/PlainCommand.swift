import ArgumentParser

/// A command that is read without the library if its command line is plain. Scripts and cron call these most often.
///
/// The library looks at a command by reflection, and at each step Swift's runtime searches all conformances of the program.
/// That takes longer than all else that `check` does.
protocol PlainCommand: Subcommand {
    /// Makes the command of its words. It must set every property: the library's defaults do not count here.
    init(_ words: inout PlainWords)
}

extension PlainCommand {
    /// Reads the words behind the command's name. Nil leaves them to the library.
    static func readPlainly(_ words: some Sequence<String>) -> Self? {
        var words = PlainWords(words)
        var command = Self(&words)
        guard words.areAllTaken, (try? command.validate()) != nil else { return nil }
        return command
    }
}

extension CommonOptions {
    init(_ words: inout PlainWords) {
        self.init()
        config = words.takeValue("config", letter: "c") ?? Self.usualConfiguration
        state = words.takeValue("state")
        logLevel = words.takeCase("log-level")
        logFormat = words.takeCase("log-format") ?? .text
        quiet = words.takeFlag("quiet")
        color = words.takeCase("color") ?? .auto
    }
}

extension FetchOptions {
    init(_ words: inout PlainWords) {
        self.init()
        now = words.takeFlag("now")
        report = words.takeValue("report")
        metrics = words.takeValue("metrics")
        strict = words.takeFlag("strict")
        record = words.takeValue("record")
        replay = words.takeValue("replay")
        worker = words.takeValue("worker")
        if (try? validate()) == nil { words.refuse() }
    }
}

extension RunCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        common = CommonOptions(&words)
        fetching = FetchOptions(&words)
        dryRun = words.takeFlag("dry-run")
        digests = words.takeFlag("digests")
        pipelines = words.takeArguments()
    }
}

extension CollectCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        common = CommonOptions(&words)
        fetching = FetchOptions(&words)
    }
}

extension CheckCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        common = CommonOptions(&words)
        online = words.takeFlag("online")
        json = words.takeFlag("json")
    }
}

extension StatusCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        common = CommonOptions(&words)
        failing = words.takeFlag("failing")
        lines = words.takeFlag("lines")
        json = words.takeFlag("json")
        source = words.takeArgument()
    }
}
