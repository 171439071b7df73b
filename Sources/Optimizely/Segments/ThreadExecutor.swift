import Dispatch

/// Runs tasks one after another on a thread of its own.
final class ThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "optimizely")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
