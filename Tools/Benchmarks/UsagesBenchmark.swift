import FoundationEssentials

/// Measures the search for usages in a million lines of code, and compares it with git.
struct UsagesBenchmark {
  let program: String

  private static let fileCount = 5_000
  private static let lineCount = 200
  private static let extensions = ["swift", "kt", "java", "ts", "py", "go", "cs", "rb", "dart"]

  /// Searches the features of configurations with the given numbers of features, and prints a row for each.
  func measure(_ counts: [Int], into report: inout Report) throws {
    report.add("Usages in 1,000,000 lines of code", try counts.map(row))
  }

  /// Runs the program in turn with `git grep`; returns one row of the table.
  private func row(_ count: Int) throws -> Report.Row {
    let folder = try TemporaryFolder()
    let file = try folder.write(Workload(count: count).document, to: "Features.json")
    let names = (0..<count).map { Workload.name($0) + "\n" }.joined()
    let patterns = try folder.write(Array(names.utf8), to: "names.txt")
    let code = folder.path + "/code"
    for number in 0..<Self.fileCount { try write(number, of: count, to: code) }
    let environment = ["HALYARD_HOME=\(folder.path)/home", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"]
    _ = ProcessRun(["git", "init", code], environment: environment)
    let commands = [
      ["git", "-C", code, "grep", "--untracked", "-F", "-f", patterns],
      [program, "usages", "--code", code, "-s", file],
    ]
    let results = ProcessRun.medians(of: commands, environment: environment)
    let git = results[0].map { Figure.Peer(name: "git grep", value: $0.time / .seconds(1)) }
    let figures = results[1].map { result in
      [
        Figure("usages", result.time, times: 3, peer: git),
        Figure("all", result.time, budget: .seconds(3)),
        Figure("memory", Double(result.memory), .bytes, .atMost(150 * 1_048_576)),
      ]
    }
    return Report.Row(label: "\(count) features", figures: figures ?? [])
  }

  /// Writes a file with a usage, a comment and a constant, among lines of calls and conditions.
  private func write(_ number: Int, of count: Int, to code: String) throws {
    let folder = code + "/module\(number % 100)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = Workload.name(number % count)
    let language = Self.extensions[number % Self.extensions.count]
    let comment = language == "py" || language == "rb" ? "#" : "//"
    let lines = (0..<Self.lineCount).map { line in
      switch (line, line % 5) {
      case (17, _): "    if client.isEnabled(\"\(name)\") { show(\(number)) }"
      case (50, _): "\(comment) \"\(name)\" is used above, and not in this comment."
      case (90, _): "let flag\(number) = \"\(name)\""
      case (91, _): "use(flag\(number), flag\(number / 2))"
      case (_, 0): "\(comment) The order of the items is checked before the page is loaded."
      case (_, 1): "    page.title(\"The order \(line)\", items: model.items, size: view.size)"
      case (_, 2): "    if cart.total(order) == \(line) { page.draw() }"
      case (_, 3): ""
      case _: "    item.value = cart.price(list, total) + \(number)"
      }
    }
    let text = lines.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/file\(number).\(language)"))
  }
}
