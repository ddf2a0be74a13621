extension EnglishMessages {
    /// What a run tells: what newly needs attention, or has recovered.
    static let changes: StaticString = """

        line.error = {beginning}: {what}; {cure}
        line.rest = kawaraban: … and {count} more (kawaraban status --lines)
        line.lost = kawaraban: {count} older {count:line was|lines were} let go: nobody has read the last {most}; `kawaraban status` shows how things stand
        line.works_again_at = {what} works again; it failed at {since}
        line.works_again_between = {what} works again; it failed from {since} to {until}
        trouble.state = state
        trouble.report = report
        trouble.metrics = metrics
        trouble.recording = recording
        change.source_silent = source "{source}" answers, but has brought nothing new since {day} (before: about {rate} a week); look whether it lives elsewhere now
        change.source_missed = source "{source}": {missed}
        missed.rhythm = entries may have scrolled away between {from} and {until}; ask at least every {pause}
        missed.server = entries may have scrolled away between {from} and {until}; every {pause} would do, its server wants {wait} (`{field}`)
        missed.failing = entries may have scrolled away between {from} and {until}; it could not be read meanwhile
        missed.unread = entries may have scrolled away between {from} and {until}; set {options} to read further, or ask every {pause}
        change.source_recovered = source "{source}" works again
        change.source_recovered.first = source "{source}" works now
        change.source_moved = source "{source}" has moved for good: change `url` at {file}:{line} to {address} || source "{source}" has moved for good: change its address to {address}
        change.source_back = source "{source}" is at its configured address again, and is asked there [{address}]
        change.source_gone = source "{source}" is gone and is not asked any more
        change.source_flooded = source "{source}" flooded: {entries} old {entries:entry|entries} came as new and are held; `kawaraban state retry --source {source}` delivers them, `state forget` drops them
        change.source_elsewhere = source "{source}": {entries} {entries:entry|entries} held that a redirect brought from {site}; `kawaraban state retry --source {source}` delivers them, `state forget` drops them
        change.source_changed_guids = source "{source}" changed the ids of its entries; {entries} were known again and are not delivered twice
        change.source_fields_gone = source "{source}": {fields} are gone since {day}; look whether its site has changed
        change.offline = offline since {minute}: nearly every fetch failed, no source is blamed for it ({what})
        change.online = online again, after {span}
        change.out_of_time = {count} {count:source was|sources were} not reached within {span}, and will be asked first next time; raise `settings.max_run` if this goes on
        change.pipeline_failing = pipeline "{pipeline}" failing since {day}, its entries wait
        change.pipeline_failing.short = pipeline "{pipeline}" failing
        change.pipeline_recovered = pipeline "{pipeline}" works again
        change.sink_failing = sink "{sink}" failing, {entries} {entries:entry|entries} waiting
        change.sink_failing.short = sink "{sink}" failing
        change.sink_waiting = sink "{sink}": {entries} {entries:entry|entries} waiting since {day}
        change.sink_recovered = sink "{sink}" works again
        change.sink_recovered.first = sink "{sink}" works now
        change.given_up = sink "{sink}" gave up {entries} {entries:entry|entries}
        change.leftover_forgotten = pipeline "{pipeline}": {entries} {entries:entry|entries} that waited for sink "{sink}", taken out 30 days ago, were let go || pipeline "{pipeline}": {entries} {entries:entry|entries} that waited from sources, taken out 30 days ago, were let go
        change.given_up_exported = sink "{sink}": the oldest {count} given-up messages were moved to {path}
        change.warning = warning
        change.unreadable = another version left something to tell that this one cannot read: {kind} {fact}
        change.document_failing = source "{source}" could not read {document}
        change.document_failing.two = source "{source}" could not read {document} and another one
        change.document_failing.many = source "{source}" could not read {document} and {others} others
        names.more = {names} and {count} more
        failing.told = source "{source}" {state} since {day} ({tries} {tries:try|tries}; next in {wait}) || source "{source}" {state} since {day} ({tries} {tries:try|tries}) || source "{source}" {state} ({tries} {tries:try|tries}; next in {wait}) || source "{source}" {state} ({tries} {tries:try|tries})
        failing.reminded = source "{source}" is still {state}, since {day} ({tries} {tries:try|tries}; next in {wait}) || source "{source}" is still {state}, since {day} ({tries} {tries:try|tries}) || source "{source}" is still {state}, ({tries} {tries:try|tries}; next in {wait}) || source "{source}" is still {state}, ({tries} {tries:try|tries})
        failing.dead = source "{source}" is dead, failing since {day} ({tries} {tries:try|tries}; next in {wait}) and asked weekly from now on || source "{source}" is dead, failing since {day} ({tries} {tries:try|tries}) and asked weekly from now on || source "{source}" is dead, failing ({tries} {tries:try|tries}) and asked weekly from now on
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
