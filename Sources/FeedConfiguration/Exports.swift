// Options are described in `LocalizedText`, so it is part of this module's interface.
@_exported public import FeedMessages
