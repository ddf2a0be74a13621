public import FeedConfiguration
public import FeedModel
public import FeedState

extension DigestLocale: ConfigChoice {}
extension GroupBy: ConfigChoice {}
extension IdentityChoice: ConfigChoice {}
