/// Every secret that was read, so that records can mask them.
///
/// A class, because every section of one reading adds to the same list.
package final class SecretCollection {
    package private(set) var list: [Secret] = []
    package init() {}
    package func add(_ secret: Secret) { list.append(secret) }
}
