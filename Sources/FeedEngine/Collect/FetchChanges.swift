import FeedStages
import FeedState

/// Makes the changes to report about a fetch from what the state stored.
struct FetchChanges: Sendable {
    let source: String
    var failedDocuments: [FailedDocument] = []

    func changes(after stored: StoredFetch) -> [RunReport.Change] {
        var changes: [RunReport.Change] = []
        for failed in failedDocuments where stored.documentsToReport.contains(where: { $0.rawValue == failed.key }) {
            changes.append(.documentFailing(source, key: failed.key, failed.error))
        }
        if stored.wasNotified { changes.append(stored.hadWorked ? .sourceRecovered(source) : .sourceWorks(source)) }
        if let silence = stored.silence { changes.append(.sourceSilent(source, silence)) }
        if let missed = stored.missed { changes.append(.sourceMissed(source, missed)) }
        if stored.rematched > 0 { changes.append(.sourceChangedGuids(source, entries: stored.rematched)) }
        if !stored.goneFields.isEmpty { changes.append(.sourceFieldsGone(source, stored.goneFields)) }
        if stored.floodToReport > 0 {
            changes.append(
                stored.floodedFrom.map { .sourceElsewhere(source, entries: stored.floodToReport, at: $0) }
                    ?? .sourceFlooded(source, entries: stored.floodToReport))
        }
        return changes
    }
}

extension SourceFetch.Result {
    var fetchChanges: FetchChanges {
        FetchChanges(source: ready.plan.name, failedDocuments: outcome.failedDocuments)
    }
}
