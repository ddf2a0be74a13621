import Glibc

/// The time for which `work` keeps a processor busy, on this thread alone: on a loaded machine, how long it takes tells
/// little.
public func processorTime<Failure: Error>(of work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let begun = threadTime()
    try work()
    return threadTime() - begun
}

private func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
