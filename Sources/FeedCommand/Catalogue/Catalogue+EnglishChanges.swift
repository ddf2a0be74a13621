import FeedEngine

extension Catalogue {
    /// What is told of each kind of change. That a source or a document of it fails is told by `ChangeLines` itself.
    static let changes: [RunReport.Change.Kind: ChangeWords] = [
        .sourceSilent: ChangeWords(
            "source \"{source}\" answers, but has brought nothing new since {day} (before: about {rate} a week); "
                + "look whether it lives elsewhere now"),
        .sourceMissed: ChangeWords("source \"{source}\": {missed}"),
        .sourceRecovered: ChangeWords("source \"{source}\" {works}"),
        .sourceMoved: ChangeWords("source \"{source}\" has moved for good: {option} to {address}"),
        .sourceBack: ChangeWords(
            "source \"{source}\" is at its configured address again, and is asked there [{address}]"),
        .sourceGone: ChangeWords("source \"{source}\" is gone and is not asked any more", error: .source),
        .sourceFlooded: ChangeWords(
            "source \"{source}\" flooded: {old} came as new and are held; "
                + "`kawaraban state retry --source {source}` delivers them, `state forget` drops them"),
        .sourceElsewhere: ChangeWords(
            "source \"{source}\": {entries} held that a redirect brought from {site}; "
                + "`kawaraban state retry --source {source}` delivers them, `state forget` drops them"),
        .sourceChangedGuids: ChangeWords(
            "source \"{source}\" changed the ids of its entries; {count} were known again and are not delivered twice"),
        .sourceFieldsGone: ChangeWords(
            "source \"{source}\": {fields} are gone since {day}; look whether its site has changed"),
        .offline: ChangeWords(
            "offline since {minute}: nearly every fetch failed, no source is blamed for it ({what})"),
        .online: ChangeWords("online again, after {span}"),
        .outOfTime: ChangeWords(
            "{sources} not reached within {span}, and will be asked first next time; "
                + "raise `settings.max_run` if this goes on"),
        .pipelineFailing: ChangeWords(
            "pipeline \"{pipeline}\" failing since {day}, its entries wait",
            short: "pipeline \"{pipeline}\" failing", error: .source),
        .pipelineRecovered: ChangeWords("pipeline \"{pipeline}\" works again"),
        .sinkFailing: ChangeWords(
            "sink \"{sink}\" failing, {entries} waiting", short: "sink \"{sink}\" failing", error: .sink),
        .sinkWaiting: ChangeWords("sink \"{sink}\": {entries} waiting since {day}"),
        .sinkRecovered: ChangeWords("sink \"{sink}\" {works}"),
        .givenUp: ChangeWords("sink \"{sink}\" gave up {entries}", error: .givenUp),
        .leftoverForgotten: ChangeWords(
            "pipeline \"{pipeline}\": {entries} that waited {waited}, taken out 30 days ago, were let go"),
        .givenUpExported: ChangeWords(
            "sink \"{sink}\": the oldest {count} given-up messages were moved to {path}"),
        .warning: ChangeWords("warning", error: .source),
    ]
}
