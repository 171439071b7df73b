import Dispatch
import Foundation

/// Runs work on a number of concurrent threads, and waits until all have ended.
///
/// Each call of the work has its own thread, whatever the number of cores.
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

/// Runs blocking work on its own thread, so that it does not occupy a thread of the cooperative
/// pool, which other tests need.
///
/// - Returns: The result of the work.
/// - Throws: The error of the work.
@discardableResult
package func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
    Thread { done.resume(with: Result { try work() }) }.start()
  }
}
