/// Placeholder of the skeleton.
enum Skeleton {}
