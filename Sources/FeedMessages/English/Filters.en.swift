extension EnglishMessages {
    /// The standard filters and their conditions.
    static let filters: StaticString = """

        summary.filter.deduplicate = drops entries of the same article as another source's, which then lists their sources
        summary.filter.hold_until = holds entries until a condition is true or the time is up
        summary.filter.keep = keeps entries for which a condition is true, drops the others
        summary.filter.drop = drops entries for which a condition is true
        summary.filter.newer_than = drops entries that were older than this when they were first seen
        summary.filter.sort = orders entries by date, title or a number
        summary.filter.stories = puts entries together that tell of one event; one line lists those of other sources
        summary.filter.strip_tracking = removes utm_*, fbclid and similar parameters from URLs
        summary.filter.take = takes the first entries, the newest without a `sort`; the rest competes again
        option.deduplicate.by = what must be the same; one of these is enough; `article` compares addresses in all their forms, and titles with publisher and date; `url` and `title` compare also entries of one source
        option.deduplicate.window = how long kept entries are remembered
        option.hold_until.at_most = how long an entry waits, counted from its first delivery; without a limit if left out
        option.hold_until.then = what happens to an entry when the time is up
        option.hold_until.condition = what the entry waits for
        option.condition = fields with tests: contains, word, equals, matches, starts_with, exists; any, all, not combine \
        them
        option.newer_than = the greatest age, from publication to when the entry was first seen; days on which this \
        machine was off, or the source out of reach, do not count
        option.sort.by = published, first_seen, title, a number such as likes, or buzz: how much readers and publishers talk about it, by age
        option.sort.order = whether the least or the greatest comes first
        option.sort.half_life = the time in which buzz halves, counted from an entry's date; only for `by: buzz`
        option.sort.weights = how much numbers count, from 0 to 1, such as { views: 0.3 }; bookmarks, likes and points count 1, stocks 0.8, comments 0.5, others 0; only for `by: buzz`
        option.stories.within = how long an event is followed: entries are compared with those of earlier deliveries in this time
        option.stories.match = how much the titles must have in common: `strict` makes the fewest mistakes, `loose` finds the most
        option.stories.after_delivery = what becomes of an entry whose story was delivered before: `brief` is one line at the end of the page, `drop` leaves it out, `show` shows it with a remark
        option.take = entries of a delivery
        option.take.entries = entries in a delivery; without `schedule` each run of cron is a delivery; `take: 50` is short for it
        option.take.per_source = entries of one source in a delivery
        option.take.per_day = entries in a day (`settings.timezone`), in any number of deliveries; useful without `schedule`
        option.take.rest = what happens to the others: they wait for the next delivery, or are dropped at once; `later` is the old name of `wait`
        option.take.at_most = how long the others wait, counted from when they were first passed over; each competes at least once more, then is dropped
        type.condition = a condition
        type.condition_map = a condition: a map of fields with tests, `any:`, `all:`, `not:`
        type.date_test = a date such as ">2026-11-01"
        type.number_test = a number such as ">=50", or "top 5%"
        type.buzz_test = "top 10%", or a number from 0 to 1 such as ">=0.7"
        filter.unknown_property = {path}.by: there is no `{name}`
        filter.weight_range = {path}.weights: `{name}` must be from 0 to 1
        filter.only_by_buzz = {path}.{key}: has an effect with `by: buzz` only
        filter.may_wait_for_ever = {path}: entries without such numbers may wait for ever
        filter.may_wait_for_ever.cure = add `at_most`, for example `at_most: 2d`
        filter.limit_missing = {path}: `entries`, `per_source` or `per_day` must be given
        filter.nothing_competes = {path}.at_most: has no effect with `rest: drop`
        filter.nothing_competes.cure = remove `at_most`, or write `rest: wait`
        filter.no_condition = {path}: the condition is missing
        filter.condition_example = for example { title: Swift }
        filter.test_expected = {path}: expected a test, found nothing
        filter.no_test = {path}: the test is missing
        filter.test_example = for example { contains: Swift }
        filter.unknown_test = {path}: there is no test `{name}` here
        filter.case_exact = {path}: `case` can only be `exact`
        filter.fold_kana = {path}: `fold` can only be `kana`
        filter.empty_word = {path}: the word is empty
        filter.empty_word_cure = `{ exists: true }` tests for any text
        filter.long_word = {path}: a word may have {limit} bytes at most
        filter.many_words = {path}: a test may have {limit} words at most
        filter.pattern_not_folded = {path}: the pattern is compared as written: its folded form is too long, or it has \\Q in a character class
        filter.class_member = {path}: `{member}` never matches in a character class, because it is not folded to one letter
        filter.class_member_cure = write it outside of the class: `(?:[…]|{member})`
        filter.bad_pattern = {path}: at character {column} of the pattern: {reason}
        filter.no_source = {path}: there is no source `{name}`
        filter.unexpected = {path}: expected {expected}, found "{found}"
        filter.unknown_field = {path}: there is no field `{name}`
        filter.fields = there are {names}, and numbers such as likes: ">=10"
        verdict.same_as_delivered = same {kind} as a delivered entry of {source}
        verdict.same_as = same {kind} as an entry of {source}
        verdict.not_yet_compared = waits: the same article of {source} was not kept, and this one gets its turn next time
        verdict.same.article_address = address
        verdict.same.article_id = id
        verdict.same.article_title = title, publisher and date
        verdict.same.url = URL
        verdict.same.title = title
        verdict.too_old = published more than {age} before it was first seen
        verdict.beyond = beyond the first {limit}
        verdict.beyond_of_day = beyond the first {limit} of its day
        verdict.beyond_of_source = beyond the first {limit} of its source
        verdict.passed_over = passed over for {span}: {reason}
        verdict.story.joined = same story as "{headline}": score {score} of at least {threshold}, shared: {shared}
        verdict.story.told_before = its story was delivered before: "{headline}", score {score} of at least {threshold}, shared: {shared}
        verdict.story.told = its story was delivered before
        verdict.waits_for = waits for {condition}
        verdict.waited_for = waited {span} for {condition}
        verdict.not = not ({condition})
        verdict.kept_for = {reasons}

        """
}
