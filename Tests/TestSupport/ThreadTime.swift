import Glibc

/// Returns the CPU time of the closure on this thread, which concurrent tests do not affect.
public func threadTime(_ work: () throws -> Void) rethrows -> Duration {
  let start = threadTime
  try work()
  return threadTime - start
}

private var threadTime: Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Measures how the time of work grows with its input.
///
/// - Parameters:
///   - size: The size of the smaller input.
///   - input: Creates an input of a size.
///   - work: The measured work, which runs with an input of the given size and with one four times as large.
/// - Returns: The CPU times of this thread: the minimum of three runs for each input. Linear work takes about
///   four times as long for the larger input.
/// - Throws: The error of the work.
package func growth<Input>(
  from size: Int,
  of input: (Int) throws -> Input,
  _ work: (Input) throws -> Void
) rethrows -> (small: Duration, large: Duration) {
  func time(_ size: Int) throws -> Duration {
    let input = try input(size)
    let times = try (0..<3).map { _ in try threadTime { try work(input) } }
    return times.min() ?? .zero
  }
  return (try time(size), try time(4 * size))
}
