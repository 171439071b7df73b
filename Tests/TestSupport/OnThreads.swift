import Dispatch
import Foundation

/// Runs the closure on `count` concurrent threads, and waits until all have ended.
///
/// Each call has its own thread, whatever the number of cores.
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

/// Runs a blocking closure on its own thread, so that it does not occupy a thread of the
/// cooperative pool, which other tests need.
///
/// - Returns: The result of the closure.
/// - Throws: The error of the closure.
@discardableResult
package func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
    Thread { done.resume(with: Result { try work() }) }.start()
  }
}
