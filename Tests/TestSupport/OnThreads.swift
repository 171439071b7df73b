import Dispatch
import Foundation

/// Runs work on so many threads at once, and waits until all have ended.
///
/// Every piece of work has a thread of its own, however few cores there are.
package func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread {
      work(number)
      group.leave()
    }
    .start()
  }
  group.wait()
}

/// Runs work that blocks on a thread of its own, so that other tests have the threads of the
/// concurrency runtime.
///
/// - Throws: The error of the work.
package func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
    Thread { done.resume(with: Result { try work() }) }.start()
  }
}
