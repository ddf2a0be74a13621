import FeedEngine
import FeedJSON
import FeedModel
import FeedStages
import FeedState
import FeedSystem

/// The state of sources, pipelines and sinks as one JSON object, with times in UTC.
struct StatusJSON {
    let survey: HealthSurvey
    let catalogue: Catalogue

    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("at", survey.now.rfc3339())
        writer.name("sources")
        writer.beginArray()
        for source in survey.sources { write(source, into: &writer) }
        writer.endArray()
        writer.name("pipelines")
        writer.beginArray()
        for pipeline in survey.pipelines { write(pipeline, into: &writer) }
        writer.endArray()
        writer.name("sinks")
        writer.beginArray()
        for sink in survey.sinks { write(sink, into: &writer) }
        writer.endArray()
        if let workers = survey.workers { write(workers, into: &writer) }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func write(_ records: WorkerRecords, into writer: inout JSONWriter) {
        writer.name("workers")
        writer.beginArray()
        for worker in records.workers {
            writer.beginObject()
            writer.member("name", worker.name)
            writer.member("state", worker.presence.rawValue)
            writer.member("seen_at", worker.seenAt.rfc3339())
            writer.member("version", worker.version)
            writer.member("configuration", worker.configuration.map { Hexadecimal.encode($0.digest) })
            writer.member("configured_since", worker.configuration?.since.rfc3339())
            writer.name("processes")
            writer.beginArray()
            for process in worker.processes { write(process, into: &writer) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.name("different_configurations")
        writer.beginArray()
        for group in records.disagreeing {
            writer.beginArray()
            for worker in group { writer.value(worker.name) }
            writer.endArray()
        }
        writer.endArray()
    }

    private func write(_ process: WorkerRecord.Process, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alive", process.isAlive)
        writer.member("hosts", process.hosts)
        for (name, values) in [
            ("pipelines", process.pipelines), ("sinks", process.sinks),
            ("maintenance", process.maintenance.map(\.rawValue)),
        ] {
            writer.name(name)
            writer.beginArray()
            for value in values { writer.value(value) }
            writer.endArray()
        }
        writer.endObject()
    }

    private func write(_ source: SourceStatus, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", source.name)
        writer.member("type", source.plan?.type)
        writer.member("state", source.state(at: survey.now))
        writer.member("needs_attention", source.needsAttention(at: survey.now))
        writer.member("title", source.plan?.title ?? source.record?.title)
        writer.member("request", source.request)
        if let record = source.record { write(record, of: source, into: &writer) }
        writer.endObject()
    }

    private func write(_ record: FeedRecord, of source: SourceStatus, into writer: inout JSONWriter) {
        let health = record.health
        writer.member("last_success", health.lastSuccess?.rfc3339())
        writer.member("last_asked", health.lastAttempt?.rfc3339())
        writer.member("http_status", record.httpStatus)
        writer.member("failures", health.failures)
        writer.member("failing_since", health.failingSince?.rfc3339())
        writer.member("told_at", health.notifiedAt?.rfc3339())
        writer.member("stopped_at", health.stoppedAt?.rfc3339())
        if let error = record.error {
            writer.name("error")
            writer.beginObject()
            writer.member("code", error.code.rawValue)
            writer.member("message", catalogue.what(error))
            writer.member("recovery", catalogue.cure(error))
            writer.member("subject", error.subject.isEmpty ? nil : error.subject)
            writer.endObject()
        }
        writer.member("recent_fetches", record.recentFetches)
        writer.member("recent_failures", record.recentFailures)
        writer.member("slow_fetches", health.slowFetches)
        writer.name("repairs")
        writer.beginArray()
        for repair in record.repairs { writer.value(repair) }
        writer.endArray()
        writer.member("moved_to", record.movedTo)
        writer.name("entries_per_week")
        writer.value(record.entriesPerWeek)
        writer.member("newest", record.newest?.rfc3339())
        writer.member("silent_since", record.silence?.since.rfc3339())
        if let missed = record.missed {
            writer.name("missed")
            writer.beginObject()
            writer.member("noticed", missed.at.rfc3339())
            writer.member("from", missed.entries.from.rfc3339())
            writer.member("until", missed.entries.until.rfc3339())
            writer.member("ask_every_seconds", Int(missed.entries.pause.components.seconds))
            writer.endObject()
        }
        writer.name("gone_fields")
        writer.beginArray()
        for field in record.goneFields {
            writer.beginObject()
            writer.member("name", field.name)
            writer.member("since", field.since.rfc3339())
            writer.endObject()
        }
        writer.endArray()
        writer.member("next_poll", survey.nextPoll(of: source)?.rfc3339())
    }

    private func write(_ pipeline: PipelineStatus, into writer: inout JSONWriter) {
        let record = pipeline.record
        writer.beginObject()
        writer.member("name", record.name)
        writer.member("state", pipeline.state)
        writer.member("needs_attention", record.needsAttention)
        writer.member("schedule", pipeline.plan?.schedule?.expression)
        writer.member("last_delivery", record.lastDeliveredAt?.rfc3339())
        if case .at(let next) = pipeline.next(after: survey.now, in: survey.zone) {
            writer.member("next_delivery", next.rfc3339())
        }
        writer.member("waiting", record.waiting)
        writer.member("held", record.held)
        writer.member("failing_since", record.failingSince?.rfc3339())
        writer.endObject()
    }

    private func write(_ sink: SinkRecord, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", sink.name)
        writer.member("needs_attention", sink.needsAttention)
        writer.member("waiting", sink.waiting)
        writer.member("waiting_since", sink.waitingSince?.rfc3339())
        writer.member("failing_since", sink.failingSince?.rfc3339())
        writer.member("error", sink.error?.code.rawValue)
        writer.member("given_up", sink.givenUpEntries)
        writer.member("given_up_since", sink.givenUpSince?.rfc3339())
        writer.member("delivered_at", sink.deliveredAt?.rfc3339())
        writer.endObject()
    }
}
