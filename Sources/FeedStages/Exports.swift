// Whoever makes a stage tells what it does: `LocalizedText` belongs to what this module shows.
@_exported public import FeedMessages
