import Dispatch

/// The queue that the host runs on: it may block on the disk without delaying other tasks.
final class DiskQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "phlist.household")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs a block after all queued ones.
    func async(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    /// Runs a block after a delay.
    func async(afterMilliseconds milliseconds: Int64, _ block: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds)), execute: block)
    }
}
