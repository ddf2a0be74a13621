import FeedMessages
import FeedModel

@testable import FeedCommand

extension Catalogue {
    /// In English, as most tests compare it.
    static let english = Catalogue(Localizer(.en))
}
