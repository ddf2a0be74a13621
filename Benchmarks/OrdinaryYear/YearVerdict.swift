/// The result of a simulated year.
package struct YearVerdict: Sendable {
    /// What was reported about the faults of one kind.
    struct FaultReport: Sendable {
        var faults = 0
        var expected = 0
        /// The number of lines by their name.
        var lines: [String: Int] = [:]
        var mails = 0
    }

    private(set) var faultReports: [Fault.Kind: FaultReport] = [:]
    /// Lines without a fault that explains them.
    private(set) var unexplained: [YearDiary.Line] = []
    /// Faults that, or whose end, were not reported exactly once.
    private(set) var odd: [String] = []
    package private(set) var mails = 0
    private(set) var runs = 0
    private(set) var requests = 0
    private(set) var unchanged = 0
    private(set) var posts = 0
    private(set) var quarantined = 0
    package private(set) var delivered = 0
    /// Articles that were in a complete response, but were never delivered.
    package private(set) var lost: [Int] = []
    /// Articles that were available at one run or more, but were never fetched.
    package private(set) var missed: [Int] = []
    /// Articles that were never available at a run.
    package private(set) var unreachable = 0
    package private(set) var twice: [Int] = []
    package private(set) var twiceByHook: [Int] = []
    package private(set) var lostByHook = 0
    package private(set) var twiceInTheMorning: [Int] = []
    package private(set) var twiceInTheWeek: [Int] = []
    /// The delays, in minutes, of entries that were delivered later than the first run at which they were available.
    private var delays: [(source: Int, minutes: Int)] = []
    package private(set) var oldAfterNew = 0
    /// Articles of the stream that are on no morning page, nor any article of the same address.
    private(set) var notOnAPage = 0
    private(set) var names: [String] = []

    /// The number of entries that were delivered later than the first run at which they were available.
    package var late: Int { delays.count }

    /// Whether nothing was lost, missed or delivered twice, and each fault and its end were reported exactly once.
    package var isGood: Bool {
        lost.isEmpty && missed.isEmpty && twice.isEmpty && twiceByHook.isEmpty && twiceInTheMorning.isEmpty
            && twiceInTheWeek.isEmpty && lostByHook == 0 && odd.isEmpty && unexplained.isEmpty
    }

    init(_ diary: YearDiary, _ books: YearWeb.Books, _ script: FaultScript, _ publishers: [Publisher]) {
        (mails, runs) = (diary.mails, diary.runs.count)
        (requests, unchanged, posts) = (books.requests, books.unchanged, books.posts)
        (quarantined, oldAfterNew) = (diary.quarantined, diary.oldAfterNew)
        names = publishers.map(\.name)
        judgeLines(diary, script, publishers)
        judgeEntries(diary, books, script, publishers)
        delivered = diary.stream.count
        twice = diary.stream.filter { $0.value.count > 1 }.keys.sorted()
        twiceInTheMorning = diary.morning.filter { $0.value.count > 1 }.keys.sorted()
        twiceInTheWeek = diary.weekly.filter { $0.value.count > 1 }.keys.sorted()
        twiceByHook = books.taken.filter { $0.value.count > 1 }.keys.sorted()
    }

    // MARK: lines

    private mutating func judgeLines(_ diary: YearDiary, _ script: FaultScript, _ publishers: [Publisher]) {
        let end = (diary.runs.last ?? 0) + 900_000
        var told = script.faults.map { _ in [YearDiary.Line]() }
        for line in diary.lines {
            let cause = script.faults.indices.last { place in
                let fault = script.faults[place]
                guard fault.time.lowerBound <= line.at else { return false }
                // A source that rests after failures may be found healthy up to a week later.
                let patience = fault.source == nil ? 2 * Publisher.day : 9 * Publisher.day
                guard fault.time.upperBound > line.at - patience else { return false }
                return Self.explains(fault, line, publishers)
            }
            if let cause { told[cause].append(line) } else { unexplained.append(line) }
        }
        for (fault, lines) in zip(script.faults, told) where fault.time.lowerBound < end {
            faultReports[fault.kind, default: FaultReport()].faults += 1
            let expected = fault.expectedLines(until: end)
            faultReports[fault.kind, default: FaultReport()].expected += expected
            faultReports[fault.kind, default: FaultReport()].mails += Set(lines.map(\.at)).count
            for line in lines { faultReports[fault.kind]?.lines[line.name, default: 0] += 1 }
            // A recent event may be reported later.
            let isOver = fault.time.upperBound < .max - Publisher.day && fault.time.upperBound + 9 * Publisher.day < end
            let isLasting = fault.isForEver && fault.time.lowerBound + 9 * Publisher.day < end
            if isOver || isLasting, lines.count != expected {
                let whom = fault.source.map { publishers[$0].name + ": " } ?? ""
                let story = lines.map(\.name).reduce(into: [(name: String, count: Int)]()) { story, name in
                    if story.last?.name == name { story[story.count - 1].count += 1 } else { story.append((name, 1)) }
                }
                odd.append(
                    "\(whom)\(fault.kind.rawValue): \(expected) lines expected, told: "
                        + (story.isEmpty ? "nothing" : story.map { "\($0.name) ×\($0.count)" }.joined(separator: ", ")))
            }
        }
    }

    private static func explains(_ fault: Fault, _ line: YearDiary.Line, _ publishers: [Publisher]) -> Bool {
        switch fault.kind {
        case .night: return line.name == "offline" || line.name == "online"
        case .disk: return line.name.hasPrefix("state") || ["page", "stream", "summary"].contains(line.subject)
        case .receiver, .receiverDays: return line.subject == "hook"
        case .off: return false
        default: return fault.source.map { publishers[$0].name } == line.subject
        }
    }

    // MARK: entries

    private mutating func judgeEntries(
        _ diary: YearDiary, _ books: YearWeb.Books, _ script: FaultScript, _ publishers: [Publisher]
    ) {
        let nights = script.faults.filter { $0.kind == .night || $0.kind == .disk }
        var articlesOfAddress: [String: [Int]] = [:]
        for article in publishers.flatMap(\.articles) {
            guard let link = article.link else { continue }
            articlesOfAddress[link, default: Int(link.suffix(20)).map { [$0] } ?? []].append(article.number)
        }
        for publisher in publishers {
            let own = script.faults.filter { $0.source == publisher.place } + nights
            let refresh: Int64 =
                publisher.options.contains("refresh: 12h")
                ? 12 * Publisher.hour
                : publisher.options.contains("refresh: 1h") ? Publisher.hour : 0
            for article in publisher.articles where article.last > diary.runs[0] {
                let first = firstChance(of: article, diary.runs, own)
                guard let deliveries = diary.stream[article.number], let came = deliveries.first else {
                    if first == nil {
                        unreachable += 1
                    } else if books.offered[article.number] != nil {
                        lost.append(article.number)
                    } else if let first, article.last - first > refresh,
                        article.last <= diary.runs[diary.runs.count - 1]
                    {
                        missed.append(article.number)
                    }
                    continue
                }
                if books.taken[article.number] == nil, came < diary.runs[diary.runs.count - 1] - Publisher.day {
                    lostByHook += 1
                }
                let twins = article.link.map { articlesOfAddress[$0, default: []] } ?? [article.number]
                if twins.allSatisfy({ diary.morning[$0] == nil }),
                    came < diary.runs[diary.runs.count - 1] - Publisher.day
                {
                    notOnAPage += 1
                }
                if let first, came > first + refresh {
                    delays.append((publisher.place, Int((came - first - refresh) / 60_000)))
                }
            }
        }
    }

    /// The first run at which an article was available, or nil.
    private func firstChance(of article: Article, _ runs: [Int64], _ faults: [Fault]) -> Int64? {
        for range in [article.appears..<article.ends, article.again ?? 0..<0] {
            var (low, high) = (0, runs.count)
            while low < high {
                let middle = (low + high) / 2
                if runs[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
            }
            while low < runs.count, runs[low] < range.upperBound {
                let moment = runs[low]
                let isHeld = faults.contains {
                    ($0.source == nil || $0.withholds(at: moment)) && $0.time.contains(moment) && $0.kind != .moved
                }
                if !isHeld { return moment }
                low += 1
            }
        }
        return nil
    }

    // MARK: text

    package var text: String {
        var text = "\(runs) runs, \(requests) requests (\(unchanged) answered 304), \(posts) posts\n"
        text += "mails: \(mails), of faults:\n"
        for kind in Fault.Kind.allCases {
            guard let faultReport = faultReports[kind] else { continue }
            let lines = faultReport.lines.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            text += "  \(faultReport.faults) × \(kind.rawValue): \(faultReport.expected) lines expected, "
            text += "\(faultReport.lines.values.reduce(0, +)) told in \(faultReport.mails) mails"
            text += lines.isEmpty ? "\n" : " (\(lines.joined(separator: ", ")))\n"
        }
        text += "lines without a fault: \(unexplained.count)\n"
        for (name, lines) in Dictionary(grouping: unexplained, by: { "\($0.name) \($0.subject)" }).sorted(by: {
            $0.key < $1.key
        }) {
            text +=
                "  \(name) ×\(lines.count), first on day \((lines[0].at - firstRun) / Publisher.day): \(lines[0].text)\n"
        }
        text += "faults told otherwise than expected: \(odd.count)\n" + odd.map { "  \($0)\n" }.joined()
        text += "entries: \(delivered) delivered; lost \(lost.count), missed \(missed.count)\(by(missed)), "
        text += "out of reach \(unreachable), twice \(twice.count), held back \(quarantined)\n"
        if !lost.isEmpty { text += "  lost: \(by(lost)), for example \(lost.prefix(5))\n" }
        text += "  webhook: lost \(lostByHook), twice \(twiceByHook.count); page: twice \(twiceInTheMorning.count), "
        text += "not on one \(notOnAPage); weekly: twice \(twiceInTheWeek.count)\n"
        let minutes = delays.map(\.minutes)
        let examples = (twice + twiceByHook + twiceInTheMorning + twiceInTheWeek).prefix(6)
        if !examples.isEmpty {
            text += "    twice, for example: \(examples.map(String.init).joined(separator: ", "))\n"
        }
        text += "  late: \(late), of which by more than 1 h \(minutes.count { $0 > 60 }), "
        text +=
            "6 h \(minutes.count { $0 > 360 }), 1 d \(minutes.count { $0 > 1440 }); latest \((minutes.max() ?? 0) / 60) h\n"
        let bySource = Dictionary(grouping: delays, by: \.source).sorted { $0.value.count > $1.value.count }.prefix(8)
        for (source, ones) in bySource {
            text += "    \(names[source]): \(ones.count), latest \((ones.map(\.minutes).max() ?? 0) / 60) h\n"
        }
        text += "  behind a newer one of the same source in the same run: \(oldAfterNew)\n"
        return text
    }

    private var firstRun: Int64 { 1_798_988_400_000 }

    private func by(_ numbers: [Int]) -> String {
        guard !numbers.isEmpty else { return "" }
        let counts = Dictionary(grouping: numbers) { names[$0 / Publisher.numbers] }.mapValues(\.count)
        return " ("
            + counts.sorted { $0.value > $1.value }.prefix(8).map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            + ")"
    }
}
