import Glibc

/// The state of a process, from `/proc`.
///
/// Both methods block, so that a test calls them on its own thread.
struct ProcessState {
  let identifier: pid_t

  /// Waits until the process was asleep in ten consecutive samples; `false` after 20 seconds.
  func becomesAsleep() -> Bool {
    hasBeen(for: 10) { $0 == "S" }
  }

  /// Waits until the process has ended, or is a zombie; `false` after 20 seconds.
  func ends() -> Bool {
    hasBeen(for: 1) { $0 == nil || $0 == "Z" }
  }

  /// Samples the state of the process every 10 ms until a condition holds in a number of consecutive
  /// samples.
  private func hasBeen(for samples: Int, _ isRight: (Character?) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    var count = 0
    while count < samples, ContinuousClock.now < deadline {
      count = isRight(state) ? count + 1 : 0
      usleep(10_000)
    }
    return count == samples
  }

  /// The state of the main thread, such as `S` for asleep; `nil` if the process does not exist.
  private var state: Character? {
    guard let file = fopen("/proc/\(identifier)/stat", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The state follows the name, which is in parentheses and can contain any character.
    return text.split(separator: ")").last?.dropFirst().first
  }
}
