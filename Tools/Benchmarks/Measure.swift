import FoundationEssentials

extension [Duration] {
  /// The middle one of the durations, of which there must be at least one.
  var median: Duration { sorted()[count / 2] }
}

/// Measures time and memory.
enum Measure {
  /// The median over all runs of the duration of one call of the closure; a run makes `calls` calls.
  static func median(calls: Int = 1, runs: Int = 7, _ body: () throws -> Void) rethrows -> Duration
  {
    var times: [Duration] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      for _ in 0..<calls { try body() }
      times.append(start.duration(to: .now) / calls)
    }
    return times.median
  }

  /// The resident memory of this process in bytes.
  static func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let words = line?.split(separator: "\t").last?.split(separator: " "),
      let kilobytes = words.first.flatMap({ Int($0) })
    else { preconditionFailure("/proc/self/status has no VmRSS") }
    return kilobytes * 1_024
  }
}
