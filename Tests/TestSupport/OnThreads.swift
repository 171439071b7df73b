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
/// - Returns: The value of the work.
/// - Throws: The error of the work.
@discardableResult
package func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
    Thread { done.resume(with: Result { try work() }) }.start()
  }
}
