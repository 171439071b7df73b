import FoundationEssentials

/// Runs the benchmarks and prints their median times on this machine.
///
/// The argument `optimizely` runs only the benchmark of Optimizely.
@main
struct Main {
  static func main() async throws {
    if CommandLine.arguments.dropFirst().first == "optimizely" { return try optimizely() }
    let counts = [10, 1_000, 10_000, 100_000]
    var rows: [[String]] = []
    for count in counts { rows.append(try await CoreBenchmark(count: count).row()) }
    try show("Core", CoreBenchmark.columns, rows)
    let dropIn = try [10, 1_000, 100_000].map { try DropInBenchmark(count: $0).row() }
    try show("Drop-in API", DropInBenchmark.columns, dropIn)
    let conversions = LetterCaseBenchmark.conversions
    try show(
      "LetterCase",
      LetterCaseBenchmark.columns,
      conversions.map { LetterCaseBenchmark(conversion: $0).row() }
    )
    try show("Screen", ScreenBenchmark.columns, counts.map { try ScreenBenchmark(count: $0).row() })
    try optimizely()
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("halyard").path
    let programRows = try [1_000, 100_000].map {
      try ProgramBenchmark(program: program, count: $0).row()
    }
    try show("Program, 80x24", ProgramBenchmark.columns, programRows.compactMap(\.self))
  }

  private static func optimizely() throws {
    let rows = try [100, 1_000, 20_000].map { try OptimizelyBenchmark(flags: $0).row() }
    try show("Optimizely", OptimizelyBenchmark.columns, rows)
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
