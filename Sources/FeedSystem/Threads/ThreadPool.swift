import Glibc

/// A pool of a few threads that run the jobs of one queue in order.
///
/// A class, because it owns threads. A thread starts when a job finds none idle, and lives until `end`, or as long as
/// the process. Sendable by proof: every mutable property is read and written only while `lock` is held. The two POSIX
/// objects never move; they are freed with the pool, which each of its threads keeps alive.
final class ThreadPool: @unchecked Sendable {
    private let width: Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// What idle threads wait for. It counts wakings, so none is lost, even one of a thread that does not wait yet.
    private let wakings = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private var jobs: [@Sendable () -> Void] = []
    private var next = 0
    private var threads = 0
    private var idle = 0
    /// Whether an idle thread was woken that has not looked at the queue since.
    private var isWaking = false
    private var isOver = false

    /// Makes a pool of at most `width` threads; `width` is clamped to 1...64.
    init(width: Int) {
        self.width = min(max(width, 1), 64)
        // The lock is held for moments. A thread that finds it taken looks again a few times before it sleeps.
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        pthread_mutex_init(lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
        sem_init(wakings, 0, 0)
    }

    deinit {
        sem_destroy(wakings)
        wakings.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Ends the threads after the queued jobs. No job may be queued afterwards.
    func end() {
        pthread_mutex_lock(lock)
        isOver = true
        let threads = threads
        pthread_mutex_unlock(lock)
        for _ in 0..<threads { sem_post(wakings) }
    }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(lock)
        jobs.append(job)
        let wantsThread = idle < jobs.count - next && threads < width
        if wantsThread { threads += 1 }
        let wakesThread = mustWake()
        pthread_mutex_unlock(lock)
        // Not under the lock, for which the thread would only wait again.
        if wakesThread { sem_post(wakings) }
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
        while next == jobs.count {
            guard waits, !isOver else {
                pthread_mutex_unlock(lock)
                return nil
            }
            idle += 1
            pthread_mutex_unlock(lock)
            // A signal may end it early; then the thread looks at the queue once more.
            sem_wait(wakings)
            pthread_mutex_lock(lock)
            idle -= 1
            isWaking = false
        }
        let job = jobs[next]
        next += 1
        if next == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            next = 0
        }
        let wakesThread = mustWake()
        pthread_mutex_unlock(lock)
        if wakesThread { sem_post(wakings) }
        return job
    }

    /// Whether to wake an idle thread because a job waits. One is woken at a time, and wakes the next if jobs are left:
    /// many jobs are so short that the first thread takes those that come while it wakes up.
    private func mustWake() -> Bool {
        guard next < jobs.count, idle > 0, !isWaking else { return false }
        isWaking = true
        return true
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
