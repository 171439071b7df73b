/// Measures commands with a large file, and compares them with jq.
struct CommandBenchmark {
  let program: String
  let count: Int

  /// Runs the commands in turn with jq; returns one row of the table.
  func row() throws -> Report.Row {
    let folder = try TemporaryFolder()
    let document = Workload(count: count).document
    let file = try folder.write(document, to: "Features.json")
    let commands = [
      ["jq", ".", file], [program, "check", file], [program, "list", "--json", "-s", file],
    ]
    let environment = ["HALYARD_HOME=\(folder.path)/home", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"]
    let results = ProcessRun.medians(of: commands, environment: environment)
    let jq = results[0].map { Figure.Peer(name: "jq", value: $0.time / .seconds(1)) }
    let memory = Figure.Budget.atMost(Double(3 * document.count))
    var figures: [Figure] = []
    for case (let name, let result?) in zip(["check", "list --json"], results.dropFirst()) {
      figures += [
        Figure(name, result.time / .seconds(1), .seconds, .atMostPeer(times: 1), peer: jq),
        Figure("memory of " + name, Double(result.memory), .bytes, memory),
      ]
    }
    return Report.Row(label: "\(count) features", figures: figures)
  }
}
