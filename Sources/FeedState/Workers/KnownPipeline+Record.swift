import FeedModel

extension KnownPipeline {
    /// Returns the pipeline as a later record shows it: another worker may have decided its entries.
    package func updated(by record: PipelineRecord) -> KnownPipeline {
        KnownPipeline(
            id: id, firstSeenAt: record.firstSeenAt ?? firstSeenAt,
            lastDeliveredAt: record.lastDeliveredAt ?? lastDeliveredAt)
    }
}
