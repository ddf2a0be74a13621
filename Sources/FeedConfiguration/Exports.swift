// Whoever declares options writes their help: `LocalizedText` belongs to what this module shows.
@_exported public import FeedMessages
