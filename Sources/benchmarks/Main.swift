import FoundationEssentials

/// Runs the benchmarks and prints their median times on this machine.
///
/// `benchmarks GROUP [SIZE...]` runs one group, and only the given sizes, such as
/// `benchmarks core 10 1000`. An unknown group runs nothing.
@main
struct Main {
  /// A group of measurements; without an argument, all groups run in the order of the cases.
  private enum Group: String, CaseIterable {
    case core
    case dropIn = "drop-in"
    case letterCase = "letter-case"
    case screen
    case optimizely
    case program
  }

  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let groups = words.first.map { word in Group.allCases.filter { $0.rawValue == word } }
    let sizes = words.dropFirst().compactMap { Int($0) }
    for group in groups ?? Group.allCases {
      try await measure(group) { sizes.isEmpty ? $0 : $0.filter(sizes.contains) }
    }
  }

  /// Measures a group and prints its rows.
  ///
  /// - Parameters:
  ///   - group: The group to measure.
  ///   - chosen: Selects the sizes to measure from all sizes of a group.
  /// - Throws: The error of a measurement.
  private static func measure(_ group: Group, _ chosen: ([Int]) -> [Int]) async throws {
    let counts = [10, 1_000, 10_000, 100_000]
    switch group {
    case .core:
      var rows: [[String]] = []
      for count in chosen(counts) { rows.append(try await CoreBenchmark(count: count).row()) }
      try show("Core", CoreBenchmark.columns, rows)
    case .dropIn:
      let rows = try chosen([10, 1_000, 100_000]).map { try DropInBenchmark(count: $0).row() }
      try show("Drop-in API", DropInBenchmark.columns, rows)
    case .letterCase:
      let rows = LetterCaseBenchmark.conversions.map { LetterCaseBenchmark(conversion: $0).row() }
      try show("LetterCase", LetterCaseBenchmark.columns, rows)
    case .screen:
      let rows = try chosen(counts).map { try ScreenBenchmark(count: $0).row() }
      try show("Screen", ScreenBenchmark.columns, rows)
    case .optimizely:
      let rows = try chosen([100, 1_000, 20_000]).map { try OptimizelyBenchmark(flags: $0).row() }
      try show("Optimizely", OptimizelyBenchmark.columns, rows)
    case .program:
      let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("halyard").path
      let rows = try chosen([1_000, 100_000]).map {
        try ProgramBenchmark(program: program, count: $0).row()
      }
      try show("Program, 80x24", ProgramBenchmark.columns, rows.compactMap(\.self))
    }
  }

  /// Prints a table with right-aligned columns.
  private static func show(_ title: String, _ columns: [String], _ rows: [[String]]) throws {
    let rows = [columns] + rows
    let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    print(title)
    for row in rows {
      let cells = zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
      print("  " + cells.joined(separator: "  "))
    }
  }
}
