import FeedEngine
import FeedModel
import FeedStages
import FeedState
import Testing

@testable import FeedCommand

@Suite("metrics")
struct MetricsTests {
    private let now = Timestamp(seconds: 1_795_100_400)

    /// Metrics as Prometheus' text format has them; nil for what it would refuse.
    private struct Exposition {
        var values: [String: Double] = [:]
        var families: [String: String] = [:]

        init?(_ bytes: [UInt8]) {
            guard bytes.last == UInt8(ascii: "\n") else { return nil }
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                if line.hasPrefix("# HELP ") { continue }
                if line.hasPrefix("# TYPE ") {
                    let words = line.split(separator: " ")
                    guard words.count == 4, families.updateValue(String(words[3]), forKey: String(words[2])) == nil
                    else {
                        return nil
                    }
                    continue
                }
                guard let sample = Self.sample(Array(line.unicodeScalars)), families[sample.family] != nil,
                    values.updateValue(sample.value, forKey: sample.name) == nil
                else { return nil }
            }
        }

        /// `name{label="value",…} number`
        private static func sample(_ line: [Unicode.Scalar]) -> (family: String, name: String, value: Double)? {
            var index = 0
            func word() -> String {
                let start = index
                while index < line.count, line[index] == "_" || line[index].properties.isAlphabetic { index += 1 }
                return String(String.UnicodeScalarView(line[start..<index]))
            }
            let family = word()
            var labels: [String] = []
            if index < line.count, line[index] == "{" {
                repeat {
                    index += 1
                    let name = word()
                    guard !name.isEmpty, index + 1 < line.count, line[index] == "=", line[index + 1] == "\"" else {
                        return nil
                    }
                    index += 2
                    var value = ""
                    while index < line.count, line[index] != "\"" {
                        if line[index] == "\\" {
                            index += 1
                            guard index < line.count, ["\\", "\"", "n"].contains(line[index]) else { return nil }
                        }
                        value.unicodeScalars.append(line[index])
                        index += 1
                    }
                    index += 1
                    labels.append("\(name)=\(value)")
                } while index < line.count && line[index] == ","
                guard index < line.count, line[index] == "}" else { return nil }
                index += 1
            }
            guard !family.isEmpty, index < line.count, line[index] == " ",
                let value = Double(String(String.UnicodeScalarView(line[(index + 1)...])))
            else { return nil }
            return (family, family + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"), value)
        }
    }

    private var report: RunReport {
        var report = RunReport(started: now)
        report.finished = now + .milliseconds(1500)
        var loaded = SourceOutcome(.loaded)
        loaded.new = 12
        loaded.seconds = 0.25
        var skipped = SourceOutcome(.skipped)
        skipped.skipReason = .notDue
        report.sources = ["日本\"語\\\n": loaded, "blog": skipped]
        var pipeline = PipelineOutcome(isDue: true)
        pipeline.kept = 3
        pipeline.dropped = ["keep#1": 4, "drop#1": 5]
        report.pipelines = ["morning": pipeline]
        var sink = SinkOutcome()
        sink.delivered = 3
        report.sinks = ["page": sink]
        return report
    }

    @Test("are what the textfile collector reads, whatever names a configuration has")
    func format() throws {
        let document = MetricsDocument(report: report, exit: .attention, survey: nil, stateSize: 4096)
        let metrics = try #require(Exposition(document.bytes))
        #expect(metrics.families.values.allSatisfy { $0 == "gauge" })
        #expect(metrics.families.keys.allSatisfy { $0.hasPrefix("kawaraban_") })
        let expected: [String: Double] = [
            "kawaraban_info{version=\(KawarabanVersion.current)}": 1, "kawaraban_run_exit_status": 1,
            "kawaraban_run_duration_seconds": 1.5, "kawaraban_run_started_timestamp_seconds": 1_795_100_400,
            "kawaraban_run_offline": 0, "kawaraban_run_sources{outcome=loaded}": 1,
            "kawaraban_run_sources{outcome=failed}": 0, "kawaraban_source_new_entries{source=日本\"語\\n}": 12,
            "kawaraban_source_fetch_seconds{source=日本\"語\\n}": 0.25,
            "kawaraban_pipeline_entries{pipeline=morning,verdict=dropped}": 9,
            "kawaraban_sink_delivered_entries{sink=page}": 3, "kawaraban_state_bytes": 4096,
        ]
        for (name, value) in expected { #expect(metrics.values[name] == value, "\(name)") }
        #expect(metrics.values["kawaraban_source_fetch_seconds{source=blog}"] == nil)
    }

    @Test("a family has its help and type once, before its samples, and none without samples")
    func families() {
        var text = MetricsText()
        text.gauge("a_b", "Help.", [([("x", "1")], 1), ([("x", "2")], 2.5)])
        text.gauge("none", "Help.", [])
        text.gauge("whole", "Help.", 1e9)
        #expect(
            String(decoding: text.bytes, as: UTF8.self) == """
                # HELP a_b Help.
                # TYPE a_b gauge
                a_b{x="1"} 1
                a_b{x="2"} 2.5
                # HELP whole Help.
                # TYPE whole gauge
                whole 1000000000

                """)
    }
}
