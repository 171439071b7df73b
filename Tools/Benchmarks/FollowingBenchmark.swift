import FeatureFlags
import FoundationEssentials
import Glibc

/// Measures the time from a flip (an override of a flag) until an app that follows the overrides has
/// applied it.
struct FollowingBenchmark {
  let program: String
  private static let name = Feature.Name(rawValue: Workload.name(0))
  private static let flips = 100
  /// The pause between two flips, longer than the 50 ms within which a server coalesces changes: each
  /// flip is then sent alone, as when a tester flips one feature after the other.
  private static let pause = Duration.milliseconds(60)

  /// Measures an app that follows the workspace on the same machine, and one that follows a server;
  /// returns one row of the table.
  func row() async throws -> Report.Row {
    let folder = try TemporaryFolder()
    let workspace = folder.workspace(named: "following")
    let file = try folder.write(Workload(count: 10).document, to: "Features.json")
    let words = [
      program, "serve", file, "--workspace", "following", "--listen", "127.0.0.1:0",
    ]
    var figures = [
      Figure(
        "same machine",
        try await median(workspace, workspace.overridesPath),
        budget: .milliseconds(10)
      )
    ]
    if let server = ServerProcess(words, environment: ["HALYARD_HOME=\(folder.path)"]) {
      figures.append(
        Figure("served", try await median(workspace, server.url), budget: .milliseconds(20))
      )
    }
    return Report.Row(label: "10 features", figures: figures)
  }

  /// Flips a feature repeatedly; returns the median time until another store has applied a flip.
  private func median(_ workspace: Workspace, _ locator: String) async throws -> Duration {
    let configuration = try Configuration(bytes: Workload(count: 10).document)
    let (tester, app) = (FlagStore(workspace: workspace), FlagStore())
    try tester.load(configuration)
    try app.load(configuration)
    app.followOverrides(at: locator)
    var changes = app.changes().makeAsyncIterator()
    var times: [Duration] = []
    for number in 0..<Self.flips {
      let isOn = number.isMultiple(of: 2)
      let start = ContinuousClock.now
      try tester.override(.enabled(isOn), for: [Self.name])
      while app.isEnabled(Self.name) != isOn {
        guard await changes.next(isolation: #isolation) != nil else { break }
      }
      times.append(start.duration(to: .now))
      try await Task.sleep(for: Self.pause)
    }
    return times.median
  }
}

/// A server that runs until it is released.
private final class ServerProcess {
  /// The URL of the server, which it prints when it listens.
  let url: String
  private let process: pid_t

  init?(_ words: [String], environment: [String]) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let process = ProcessRun.start(words, environment: environment, &actions)
    close(ends[1])
    guard let process else { return nil }
    self.process = process
    var line = [UInt8](repeating: 0, count: 4_096)
    let count = max(read(ends[0], &line, line.count), 0)
    let text = String(decoding: line[..<count], as: UTF8.self)
    url =
      text.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") }.map(String.init)
      ?? ""
  }

  deinit {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }
}
