extension Entry {
    /// Takes a date with its offset as when it was published.
    public mutating func setPublished(_ date: WrittenDate?) {
        (published, publishedOffset) = (date?.moment, date?.offset)
    }

    /// Takes a date with its offset as when it was last changed.
    public mutating func setUpdated(_ date: WrittenDate?) { (updated, updatedOffset) = (date?.moment, date?.offset) }
}

extension Feed {
    /// Takes a date with its offset as when it was published.
    public mutating func setPublished(_ date: WrittenDate?) {
        (published, publishedOffset) = (date?.moment, date?.offset)
    }

    /// Takes a date with its offset as when it was last changed.
    public mutating func setUpdated(_ date: WrittenDate?) { (updated, updatedOffset) = (date?.moment, date?.offset) }
}
