import FoundationEssentials

/// Runs the benchmarks, and prints their median figures on this machine beside the budgets.
///
/// `benchmarks [--json FILE] [GROUP [SIZE...]]` runs all groups, or one group, and only the given
/// sizes, such as `benchmarks core 10 1000`. An unknown group runs nothing.
@main
struct Main {
  /// A group of measurements; without an argument, all groups run in the order of the cases.
  private enum Group: String, CaseIterable {
    // Runs first, while this process is small: the peak memory that the system reports for a child
    // process is at least the memory of its parent.
    case commands
    case usages
    case core
    case dropIn = "drop-in"
    case letterCase = "letter-case"
    case screen
    case optimizely
    case systems
    case program
    case following
    case serving
  }

  static func main() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    var file: String?
    if words.first == "--json", words.count > 1 {
      file = words[1]
      words.removeFirst(2)
    }
    let groups = words.first.map { word in Group.allCases.filter { $0.rawValue == word } }
    let sizes = words.dropFirst().compactMap { Int($0) }
    var report = Report()
    for group in groups ?? Group.allCases {
      try await measure(group, into: &report) { sizes.isEmpty ? $0 : $0.filter(sizes.contains) }
    }
    report.showBudgets()
    if let file { try Data(report.json.utf8).write(to: URL(fileURLWithPath: file)) }
  }

  /// The release program, which is built into the folder of this program.
  private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("halyard").path

  /// The numbers of features that the groups with features have in common.
  private static let counts = [10, 1_000, 10_000, 100_000]

  /// Measures a group and prints its rows.
  ///
  /// - Parameters:
  ///   - group: The group to measure.
  ///   - report: Prints and stores the rows.
  ///   - chosen: Selects the sizes to measure from all sizes of a group.
  /// - Throws: The error of a measurement.
  private static func measure(
    _ group: Group,
    into report: inout Report,
    _ chosen: ([Int]) -> [Int]
  ) async throws {
    switch group {
    case .core:
      var rows: [Report.Row] = []
      for count in chosen(counts) { rows.append(try await CoreBenchmark(count: count).row()) }
      report.add("Core", rows)
    case .dropIn:
      let rows = try chosen([10, 1_000, 100_000]).map { try DropInBenchmark(count: $0).row() }
      report.add("Drop-in API", rows)
    case .letterCase:
      let rows = LetterCaseBenchmark.conversions.map { LetterCaseBenchmark(conversion: $0).row() }
      report.add("LetterCase", rows)
    case .screen:
      let counts = chosen(counts + [1_000_000])
      report.add("Screen", try counts.map { try ScreenBenchmark(count: $0).row() })
    case .optimizely:
      let counts = chosen([100, 1_000, 20_000])
      report.add("Optimizely", try counts.map { try OptimizelyBenchmark(flags: $0).row() })
    case .systems:
      let rows = try FlagSystemWorkload.allCases.map { try FlagSystemBenchmark(workload: $0).row() }
      report.add("Flag systems, 5000 flags", rows)
    case .program:
      let counts = chosen([1_000, 100_000, 1_000_000])
      let rows = try counts.map { try ProgramBenchmark(program: program, count: $0).row() }
      report.add("Program, 80x24", rows.compactMap(\.self))
    case .commands:
      let commands = CommandBenchmark(program: program, count: 100_000)
      report.add("Commands", chosen([100_000]).isEmpty ? [] : [try commands.row()])
    case .usages:
      try UsagesBenchmark(program: program).measure(chosen([100, 1_000]), into: &report)
    case .following:
      report.add("Flip until an app has it", [try await FollowingBenchmark(program: program).row()])
    case .serving:
      try ServingBenchmark(program: program).measure(into: &report)
    }
  }
}
