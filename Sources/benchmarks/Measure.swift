import FoundationEssentials

/// Measures time and memory, and formats durations.
enum Measure {
  /// The median duration of one call of the closure; each run measures `calls` calls.
  static func median(calls: Int = 1, runs: Int = 7, _ body: () throws -> Void) rethrows -> Duration
  {
    var times: [Duration] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      for _ in 0..<calls { try body() }
      times.append(start.duration(to: .now) / calls)
    }
    return times.sorted()[runs / 2]
  }

  /// The resident memory of this process in bytes.
  static func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let words = line?.split(separator: "\t").last?.split(separator: " "),
      let kilobytes = words.first.flatMap({ Int($0) })
    else { preconditionFailure("the system does not say how much memory is taken up") }
    return kilobytes * 1_024
  }

  /// Formats a duration with three significant digits, such as `38.2 ns` or `4.51 ms`.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    switch nanoseconds {
    case ..<1e3: return digits(nanoseconds) + " ns"
    case ..<1e6: return digits(nanoseconds / 1e3) + " µs"
    case ..<1e9: return digits(nanoseconds / 1e6) + " ms"
    default: return digits(nanoseconds / 1e9) + " s"
    }
  }

  private static func digits(_ value: Double) -> String {
    let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
    let rounded = (value * scale).rounded() / scale
    return scale == 1 ? String(Int(rounded)) : String(rounded)
  }
}
