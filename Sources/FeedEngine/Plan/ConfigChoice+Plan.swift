public import FeedConfiguration
public import FeedModel

extension DigestLocale: ConfigChoice {}
extension GroupBy: ConfigChoice {}
