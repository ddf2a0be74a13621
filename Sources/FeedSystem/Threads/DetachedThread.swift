import Glibc

/// Starts a thread of its own for `body`; false if the system gives none (`ulimit -u`).
///
/// For loops that wait in C: no cooperative thread may be kept from its work.
package func startDetachedThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    // Allocated, not made by its initialiser: that one seems to belong to any C module that includes <pthread.h>.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
        pthread_attr_destroy(attributes)
        attributes.deallocate()
    }
    // Parsers and SQLite may want more than the 512 KiB that some systems give.
    pthread_attr_setstacksize(attributes, 8 << 20)
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(Work(body))
    let status = pthread_create(
        &thread, attributes,
        { context in
            // The retained work handed to pthread_create below; never nil.
            guard let context else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, context.toOpaque())
    if status != 0 { context.release() }
    return status == 0
}
