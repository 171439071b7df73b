import Documents
import FeatureFlags
import Locking
import Optimizely
import Serving
import TestSupport
import Testing

/// Tests the served datafile with the Python SDK of Optimizely as a polling client.
@Suite(.onlyInFullRun)
struct DatafilePollingTests {
  @Test(arguments: ["datafile", "synthetic_rules", "synthetic_holdouts", "random_0"])
  func `the polling Python SDK follows each forced variation and each reset`(
    name: String
  ) async throws {
    let project = try DatafileProject(name, order: .canonical)
    let text = String(decoding: project.bytes, as: UTF8.self)
    let example = try await ServedExample(
      text,
      formats: [.optimizely(DatafileSettings(order: .canonical))]
    )
    try example.store.setContext(project.users[0])
    let steps = Steps(project, example)
    let control = try LocalServer { _ in steps.next() }
    let url = example.server.url + "/datafiles/shop.json"
    let output = try await DatafileProject.runPython("poll.py", [url, control.url("/step")])
    #expect(steps.problems.isEmpty)
    #expect(output.hasPrefix("\(steps.count) steps, "), "\(output)")
    let metrics = try await example.send("GET", "/metrics").text
    let unchanged = metrics.split(separator: "\n").first {
      $0.hasPrefix(#"halyard_http_requests_total{endpoint="datafile",status="304"}"#)
    }
    #expect(unchanged != nil, "the SDK sends conditional requests")
  }
}

/// The changes of the served datafile, one for each request of the script `poll.py`: each forced variation,
/// followed by a reset.
private final class Steps: Sendable {
  private struct State {
    var remaining: [DatafileOverride?]
    var count = 0
    var problems: [String] = []
  }

  private let project: DatafileProject
  private let example: ServedExample
  private let state: Locked<State>

  init(_ project: DatafileProject, _ example: ServedExample) {
    self.project = project
    self.example = example
    let forced = DatafileOverride.all(of: project).filter { override in
      override.choices.contains { if case .variation = $0 { true } else { false } }
    }
    state = Locked(State(remaining: [nil] + forced.flatMap { [$0, nil] }))
  }

  /// The number of changes so far.
  var count: Int { state.withLock { $0.count } }
  /// The errors of changes that could not be applied.
  var problems: [String] { state.withLock { $0.problems } }

  /// Applies the next change, and responds with the expected decisions; with an empty response after the
  /// last change.
  func next() -> LocalResponse {
    let override = state.withLock { state -> DatafileOverride?? in
      guard !state.remaining.isEmpty else { return .none }
      state.count += 1
      return .some(state.remaining.removeFirst())
    }
    guard let override else { return .text("") }
    do {
      return .text(try step(override).text())
    } catch {
      state.withLock { $0.problems.append("\(error)") }
      return .text("")
    }
  }

  /// Applies a change to the store of the server, and to the store of the project, which computes the
  /// expected decisions; `nil` resets all overrides.
  private func step(_ override: DatafileOverride?) throws -> JSONValue {
    for store in [project.store, example.store] {
      try store.resetAll()
      guard let override else { continue }
      try store.override(override.choices, for: [Feature.Name(rawValue: override.flag)])
    }
    let bytes = try project.served()
    let others = project.flags.filter { $0 != override?.flag }
    let flags = override.map { [$0.flag] + others.prefix(2) } ?? others
    return .object([
      ("name", .string(override.map { "\($0)" } ?? "no override")),
      ("revision", .string(try JSONReader.read(bytes)["revision"]?.string ?? "")),
      ("expectations", try project.expectations(flags: flags, override) { _ in bytes }),
    ])
  }
}
