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
