import Glibc

/// A pool of a few threads that run the jobs of one queue in order.
///
/// A class, because it owns threads. A thread starts when a job finds none idle, and lives until `end`, or as long as
/// the process. Sendable by proof: every mutable property is read and written only while `lock` is held. The two POSIX
/// objects never move; they are freed with the pool, which each of its threads keeps alive.
final class ThreadPool: @unchecked Sendable {
    private let width: Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [@Sendable () -> Void] = []
    private var next = 0
    private var threads = 0
    private var idle = 0
    private var isOver = false

    /// Makes a pool of at most `width` threads; `width` is clamped to 1...64.
    init(width: Int) {
        self.width = min(max(width, 1), 64)
        pthread_mutex_init(lock, nil)
        pthread_cond_init(hasWork, nil)
    }

    deinit {
        pthread_cond_destroy(hasWork)
        hasWork.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Ends the threads after the queued jobs. No job may be queued afterwards.
    func end() {
        pthread_mutex_lock(lock)
        isOver = true
        pthread_cond_broadcast(hasWork)
        pthread_mutex_unlock(lock)
    }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(lock)
        jobs.append(job)
        let wantsThread = idle < jobs.count - next && threads < width
        if wantsThread { threads += 1 }
        let wakesThread = idle > 0
        pthread_mutex_unlock(lock)
        // Not under the lock, for which the thread would only wait again.
        if wakesThread { pthread_cond_signal(hasWork) }
        // The thread keeps the pool alive.
        if wantsThread, !startDetachedThread({ self.work() }) { endThread() }
    }

    /// Handles a thread that could not be started, for example under `ulimit -u`. The pool continues with its other
    /// threads; without any, the caller's thread runs the job.
    private func endThread() {
        pthread_mutex_lock(lock)
        threads -= 1
        let isAlone = threads == 0
        pthread_mutex_unlock(lock)
        if isAlone, let job = take(waits: false) { job() }
    }

    private func work() {
        while let job = take(waits: true) { job() }
    }

    private func take(waits: Bool) -> (@Sendable () -> Void)? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while next == jobs.count {
            guard waits, !isOver else { return nil }
            idle += 1
            pthread_cond_wait(hasWork, lock)
            idle -= 1
        }
        let job = jobs[next]
        next += 1
        if next == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            next = 0
        }
        return job
    }
}

/// Starts a new thread for `body`; false if the system refuses, for example under `ulimit -u`.
///
/// It is for loops that wait in C, which would block a thread of Swift's cooperative pool.
package func startDetachedThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    // Allocated, because Swift seems to attribute the type's initialiser to any C module that includes <pthread.h>.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
        pthread_attr_destroy(attributes)
        attributes.deallocate()
    }
    // Parsers and SQLite may need more than the 512 KiB that are the default of some systems.
    pthread_attr_setstacksize(attributes, 8 << 20)
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(Work(body))
    let status = pthread_create(
        &thread, attributes,
        { context in
            // The retained work that `pthread_create` below passes; never nil.
            guard let context else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, context.toOpaque())
    if status != 0 { context.release() }
    return status == 0
}
