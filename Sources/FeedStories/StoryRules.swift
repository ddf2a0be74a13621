/// The numbers of the comparison, found with labelled pairs: Documentation/Stories.md says how.
enum StoryRules {
    /// The share of the words in the score; the rest is of the character n-grams.
    static let wordShare: Float = 0.65
    /// How far a short title counts as a part of a long one, in place of the angle between them.
    static let containment: Float = 0.5
    /// How many of the assumed headlines have a word of a field, and a general one.
    static let fieldFrequency = 8.0
    static let generalFrequency = 170.0

    // What a shared word tells of an event, in parts of a name.
    static let fullName: Float = 1.1
    static let titleCaseEvidence: Float = 0.75
    static let katakanaEvidence: Float = 0.7
    static let commonEvidence: Float = 0.6
    static let fieldEvidence: Float = 0.5
    static let generalEvidence: Float = 0.2
    /// The most that titles tell without a name or an exact number.
    static let mostWithoutName: Float = 1
    static let numberEvidence: Float = 0.7
    static let versionEvidence: Float = 0.55
    /// What it tells that both titles are of one kind of event.
    static let kindEvidence: Float = 0.3
    /// What stays of the score where titles tell of different kinds of events.
    static let otherKind: Float = 0.75
    /// What numbers tell that agree with their unit.
    static let agreementEvidence: Float = 0.4
    /// What the score gains where the evidence is ``oneEvent`` and one name more.
    static let evidenceShare: Float = 0.15
    static let oneEvent: Float = 1.3

    /// What stays of the score where headlines tell of different actions, or of numbers that may differ.
    static let otherAction: Float = 0.5
    /// What stays where both are about how something is done.
    static let twoLessons: Float = 0.1
    static let otherNumber: Float = 0.3
    /// What stays where names differ, and the most that can stay: below every threshold.
    static let otherName: Float = 0.3
    static let mostWithOtherNames: Float = 0.08
    /// What stays where each title has a name and they share none.
    static let noSharedName: Float = 0.2
    /// What headlines gain that an aggregator lists together.
    static let listed: Float = 0.1
    /// What the likeness of summaries weighs.
    static let summary: Float = 0.25

    /// A known name of at least this evidence founds a story as a rare word does.
    static let foundingEvidence: Float = 0.4
    /// So many words of a field stand for a rare one.
    static let fieldWords = 3
    /// Below this likeness of the words nothing else is looked at.
    static let leastWords: Float = 0.05
    /// From this likeness of the words on it is looked for a form that was filled in twice.
    static let formWords: Float = 0.25
    /// The share of the words, in the same order, that makes two titles one form.
    static let formCoverage: Float = 0.5
    /// From here on any differing word tells two fillings, not only a name.
    static let closeFormCoverage: Float = 0.75
}

/// How much two articles must have in common: the numbers in which the values of ``StoryMatch`` differ.
struct StoryDemand: Sendable {
    /// From this score on two articles are of one story.
    let threshold: Float
    /// How much of the score stays where the evidence is one name, and what always stays.
    let oneName: Float
    let least: Float

    init(_ match: StoryMatch) {
        switch match {
        case .strict: (threshold, oneName, least) = (0.15, 0.4, 0.35)
        case .normal: (threshold, oneName, least) = (0.13, 0.7, 0.5)
        case .loose: (threshold, oneName, least) = (0.1, 0.9, 0.7)
        }
    }

    /// The share of the score that stays: all of it from ``StoryRules/oneEvent`` on.
    func share(ofEvidence evidence: Float) -> Float {
        let slope = (1 - oneName) / (StoryRules.oneEvent - 1)
        return min(1, max(least, oneName + (evidence - 1) * slope))
    }
}
