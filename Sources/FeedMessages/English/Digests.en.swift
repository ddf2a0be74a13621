extension EnglishMessages {
    /// The fixed words of digests.
    static let digests: StaticString = """

        digest.untitled = (untitled)
        digest.nothing_new = Nothing new.
        digest.failed_sources = Sources that could not be fetched
        digest.failed_count = {count} {count:source|sources} could not be fetched
        digest.contents = Contents
        digest.also_in = also in
        digest.more = {count} more
        digest.related = Related
        digest.related.more = and {count} more
        digest.attachments = Files
        digest.full_text = Full text
        digest.too_long = The full text is too long for this page; read it at its source.
        digest.entries = {count} {count:entry|entries}
        digest.since = since {date}
        digest.day = {weekday} {day} {month}, {clock}
        digest.day.year = {weekday} {day} {month} {year}, {clock}
        digest.leads = Top stories
        digest.other_entries = More
        digest.skip = Skip to the entries
        digest.end = That is all for now.
        digest.end.day = That is all for today.
        digest.next.today = Next: today, {clock}.
        digest.next.tomorrow = Next: tomorrow, {clock}.
        digest.next.day = Next: {date}.
        digest.previous = Previous page
        digest.omitted.link = Everything that was left out
        digest.omitted.title = {title}: left out
        digest.omitted.back = Back to the page
        digest.omitted.nothing = Nothing was left out.
        digest.omitted.dropped = Dropped by {filter} || Dropped
        digest.omitted.held = Held by {filter} until next time || Held until next time
        digest.omitted.quarantined = Held until you decide ({filter}) || Held until you decide
        digest.omitted.gone = No space on the page
        digest.omitted.until = waits until {date} at most
        digest.omitted.cut = The newest {shown} of {count} entries are listed here.
        digest.bodies_left_out = The full text of {count} {count:entry|entries} was left out to keep this page small.
        digest.reading_time = about {minutes} min
        digest.time_to_read = about {minutes} min to read
        digest.leads.by = Top stories by {number}, at most two a source
        digest.leads.by_any = Top stories by reactions, at most two a source
        digest.date = {weekday}, {day} {month} {year}, {clock}
        digest.weekdays = Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday
        digest.months = January,February,March,April,May,June,July,August,September,October,November,December
        digest.number.likes = likes
        digest.number.stocks = stocks
        digest.number.comments = comments
        digest.number.bookmarks = bookmarks
        digest.number.related = related
        digest.tally = {kept} of {new} new {new:entry|entries} {kept:is|are} here ({passed} passed over: {parts})
        digest.tally.carried = Of {new} new and {carried} carried-over entries, {kept} {kept:is|are} here ({passed} passed over: {parts})
        digest.passed.expired = {count} too old
        digest.passed.duplicate = {count} {count:duplicate|duplicates}
        digest.passed.filtered = {count} filtered out
        digest.passed.surplus = {count} over the limit
        digest.passed.gone = {count} no longer shown
        digest.passed.waiting = {count} held back
        digest.passed.later = {count} left for next time

        """
}
