/// Prints what the parts of Halyard cost on this machine.
@main
struct Main {
  static func main() throws {
    var rows = [CoreBenchmark.columns]
    for count in [10, 1_000, 10_000, 100_000] { rows.append(try CoreBenchmark(count: count).row()) }
    print(table(rows))
  }

  /// Rows in columns that line up, numbers to the right.
  private static func table(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
        .joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
