import Dispatch

/// The one queue on which the household lives: it may wait for the disk without holding up anybody else's task.
final class DiskQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "phlist.household")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs a block after all that is queued.
    func async(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    /// Runs a block after a time.
    func async(afterMilliseconds milliseconds: Int64, _ block: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds)), execute: block)
    }
}
