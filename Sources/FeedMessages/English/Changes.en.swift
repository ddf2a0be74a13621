extension EnglishMessages {
    /// What a run tells: what newly needs attention, or has recovered.
    static let changes: StaticString = """

        line.error = {beginning}: {what}; {cure}
        line.rest = kawaraban: … and {count} more (kawaraban status --lines)
        line.lost = kawaraban: {count} older {count:notice was|notices were} deleted: more than {most} were unread; `kawaraban status` shows the current state
        line.works_again_at = {what} works again; it failed at {since}
        line.works_again_between = {what} works again; it failed from {since} to {until}
        trouble.state = state
        trouble.report = report
        trouble.metrics = metrics
        trouble.recording = recording
        change.source_silent = source "{source}" responds, but has had no new entries since {day} (before: about {rate} a week); check whether it has moved
        change.source_missed = source "{source}": {missed}
        missed.rhythm = entries may have been missed between {from} and {until}; fetch at least every {pause}
        missed.server = entries may have been missed between {from} and {until}; every {pause} is needed, the server asks for {wait} (`{field}`)
        missed.failing = entries may have been missed between {from} and {until}; fetches failed in that time
        missed.unread = entries may have been missed between {from} and {until}; set {options} to read further, or fetch every {pause}
        change.source_recovered = source "{source}" works again
        change.source_recovered.first = source "{source}" works now
        change.source_moved = source "{source}" has moved permanently: change `url` at {file}:{line} to {address} || source "{source}" has moved permanently: change its URL to {address}
        change.source_back = source "{source}" answers at its configured URL again, and is fetched from there [{address}]
        change.source_gone = source "{source}" is gone and is no longer fetched
        change.source_flooded = source "{source}" flooded: {entries} old {entries:entry|entries} appeared as new and {entries:is|are} held; `kawaraban state retry --source {source}` delivers them, `state forget` discards them
        change.source_elsewhere = source "{source}": {entries} {entries:entry|entries} from a redirect to {site} held; `kawaraban state retry --source {source}` delivers them, `state forget` discards them
        change.source_changed_guids = source "{source}" changed the ids of its entries; {entries} were recognised and are not delivered twice
        change.source_fields_gone = source "{source}": {fields} missing since {day}; check whether its site has changed
        change.offline = offline since {minute}: nearly every fetch failed, so no source counts as failing ({what})
        change.online = online again, after {span}
        change.out_of_time = {count} {count:source was|sources were} not fetched within {span}, and will be fetched first next time; if this continues, raise `settings.max_run`
        change.pipeline_failing = pipeline "{pipeline}" failing since {day}, its entries wait
        change.pipeline_failing.short = pipeline "{pipeline}" failing
        change.pipeline_recovered = pipeline "{pipeline}" works again
        change.sink_failing = sink "{sink}" failing, {entries} {entries:entry|entries} waiting
        change.sink_failing.short = sink "{sink}" failing
        change.sink_waiting = sink "{sink}": {entries} {entries:entry|entries} waiting since {day}
        change.sink_recovered = sink "{sink}" works again
        change.sink_recovered.first = sink "{sink}" works now
        change.given_up = sink "{sink}" gave up {entries} {entries:entry|entries}
        change.leftover_forgotten = pipeline "{pipeline}": {entries} {entries:entry|entries} for the removed sink "{sink}" discarded after 30 days || pipeline "{pipeline}": {entries} {entries:entry|entries} of removed sources discarded after 30 days
        change.given_up_exported = sink "{sink}": the oldest {count} given-up messages were moved to {path}
        change.warning = warning
        change.unreadable = another version left a notice that this version cannot read: {kind} {fact}
        change.document_failing = source "{source}" could not read {document}
        change.document_failing.two = source "{source}" could not read {document} and another one
        change.document_failing.many = source "{source}" could not read {document} and {others} others
        names.more = {names} and {count} more
        failing.told = source "{source}" {state} since {day} ({tries} {tries:try|tries}; next in {wait}) || source "{source}" {state} since {day} ({tries} {tries:try|tries}) || source "{source}" {state} ({tries} {tries:try|tries}; next in {wait}) || source "{source}" {state} ({tries} {tries:try|tries})
        failing.reminded = source "{source}" is still {state}, since {day} ({tries} {tries:try|tries}; next in {wait}) || source "{source}" is still {state}, since {day} ({tries} {tries:try|tries}) || source "{source}" is still {state}, ({tries} {tries:try|tries}; next in {wait}) || source "{source}" is still {state}, ({tries} {tries:try|tries})
        failing.dead = source "{source}" is dead, failing since {day} ({tries} {tries:try|tries}; next in {wait}), and now fetched once a week || source "{source}" is dead, failing since {day} ({tries} {tries:try|tries}), and now fetched once a week || source "{source}" is dead, failing ({tries} {tries:try|tries}), and now fetched once a week
        failing.other_cause = source "{source}" now fails for another reason, since {day} ({tries} {tries:try|tries}; next in {wait}) || source "{source}" now fails for another reason, since {day} ({tries} {tries:try|tries}) || source "{source}" now fails for another reason, ({tries} {tries:try|tries})
        failing.never = source "{source}" has never worked
        failing.never_throttled = source "{source}" has never worked: throttled
        failing.state.failing = failing
        failing.state.throttled = throttled
        failing.state.blocked = blocked
        failing.state.dead = dead
        failing.still.failing = failing
        failing.still.throttled = throttled
        failing.still.blocked = blocked
        failing.still.dead = dead

        """
}
