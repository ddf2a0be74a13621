import FeedStages
import FeedState

/// What there is to tell of a fetch, once the state has said what it makes of it.
struct FetchTelling: Sendable {
    let source: String
    var failedDocuments: [FailedDocument] = []

    func changes(after stored: StoredFetch) -> [RunReport.Change] {
        var changes: [RunReport.Change] = []
        for failed in failedDocuments where stored.documentsToTell.contains(where: { $0.rawValue == failed.key }) {
            changes.append(.documentFailing(source, key: failed.key, failed.error))
        }
        if stored.wasTold { changes.append(stored.hadWorked ? .sourceRecovered(source) : .sourceWorks(source)) }
        if let silence = stored.silence { changes.append(.sourceSilent(source, silence)) }
        if let missed = stored.missed { changes.append(.sourceMissed(source, missed)) }
        if stored.knownAnew > 0 { changes.append(.sourceChangedGuids(source, entries: stored.knownAnew)) }
        if !stored.goneFields.isEmpty { changes.append(.sourceFieldsGone(source, stored.goneFields)) }
        if stored.floodToTell > 0 {
            changes.append(
                stored.floodedFrom.map { .sourceElsewhere(source, entries: stored.floodToTell, at: $0) }
                    ?? .sourceFlooded(source, entries: stored.floodToTell))
        }
        return changes
    }
}

extension SourceFetch.Result {
    var telling: FetchTelling {
        FetchTelling(source: ready.plan.name, failedDocuments: outcome.failedDocuments)
    }
}
