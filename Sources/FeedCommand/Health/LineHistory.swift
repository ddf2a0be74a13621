import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedState

/// The lines that runs have reported recently, and those that wait.
struct LineHistory {
    let lines: ChangeLines
    let zone: Zone
    let kept: [KeptLine]
    let localized: Localizer

    /// One line of text each: when it was found, what it says, and whether it was not reported yet.
    var text: [String] {
        guard !kept.isEmpty else { return [localized("status.lines.none")] }
        return kept.map { kept in
            let moment = kept.madeAt.rfc3339(offset: zone.offset(at: kept.madeAt))
            let text = lines.line(for: ChangeLine(kept).change).trimmingPrefix(ChangeLines.name)
            let line = "\(moment.prefix(10)) \(moment.dropFirst(11).prefix(5))  \(text)"
            return kept.notifiedAt == nil ? localized("status.lines.untold", ["line": .text(line)]) : line
        }
    }

    /// A JSON array of objects with the members of `--log-format json`. `told` is null while a line waits.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for kept in kept {
            let notice = Notice(ChangeLine(kept), lines)
            writer.beginObject()
            writer.member("time", kept.madeAt.rfc3339())
            writer.name("told")
            if let notified = kept.notifiedAt { writer.value(notified.rfc3339()) } else { writer.null() }
            notice.write(into: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endLine()
        return writer.bytes
    }
}
