import Dashboard
import Documents
import FeatureFlags
import HTTPServer
import Serving
import Workbench

/// Prints the address of the server, and with `--json` each change and each evaluation.
struct ServeJournal: Sendable {
  let console: Console
  let setup: Setup
  /// The path of the token file, which the printed `export` line makes the shell read.
  let tokenPath: String?
  let isJSON: Bool
  private let pauses: PauseJournal

  /// The time between two prints of the new evaluations.
  private static let interval = Duration.milliseconds(250)
  /// The maximum number of evaluations that are printed at once; older evaluations are only counted.
  private static let evaluationLimit = 50

  init(console: Console, setup: Setup, tokenPath: String?, isJSON: Bool) {
    self.console = console
    self.setup = setup
    self.tokenPath = tokenPath
    self.isJSON = isJSON
    pauses = PauseJournal(console: console, isJSON: isJSON)
  }

  /// Prints the address of the server and the environment variables for clients.
  func announce(_ server: ServingServer) {
    let environment = environment(of: server)
    if isJSON {
      let members = environment.map { (key: $0.name, value: JSONValue.string($0.value)) }
      console.write(
        event: "listening",
        [
          ("source", .string(setup.source.name)), ("url", .string(server.url)),
          ("environment", .object(members)),
        ]
      )
    } else {
      console.say("Serving \(setup.source.name) on \(server.url)")
      for (name, value) in environment { console.say("export \(name)=\(value)") }
    }
  }

  /// The environment variables of OpenFeature clients, as words of a shell command.
  ///
  /// The token itself is not printed, because the output is often stored in a log.
  private func environment(of server: ServingServer) -> [(name: String, value: String)] {
    var environment = server.environment
    if let tokenPath {
      let path = tokenPath.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
      environment.insert(("OFREP_HEADERS", "\"Authorization=Bearer%20$(cat '\(path)')\""), at: 1)
    }
    return environment
  }

  /// Prints a change of the features or overrides, or a warning.
  func report(_ event: SessionEvent) {
    switch event {
    case .changed(let change): self.report(change)
    case .loadEnded(let report):
      if let change = report.change { self.report(change) }
      if let problem = report.problem { console.warn("\(problem)") }
      for failure in report.news { console.warn("\(failure)") }
      pauses.report(report.outcome)
    case .overridesRead(let problem):
      if let problem { console.warn("\(problem)") }
    case .watchesWithDelay: console.warn(FileWatchRemark.text)
    case .polling, .loading, .previewed, .saved, .notWritten: break
    }
  }

  private func report(_ change: StoreChange) {
    guard isJSON else { return }
    switch change.kind {
    case .overridden(let features):
      writeChange("override", (features + change.dependents).map(\.name))
    case .loaded(let difference):
      guard !difference.isEmpty else { return }
      writeChange("source", difference.added + difference.changed + difference.removed)
    }
  }

  private func writeChange(_ cause: String, _ names: [Feature.Name]) {
    let list = names.map { JSONValue.string($0.rawValue) }
    console.write(event: "changed", [("cause", .string(cause)), ("features", .list(list))])
  }

  /// Prints the evaluations of clients, a few times a second, until the task is cancelled.
  func reportEvaluations(of server: ServingServer) async {
    guard isJSON else { return }
    var next = 0
    var tests: [Feature.Name: TestUsers] = [:]
    for await activity in server.activities(every: Self.interval) {
      next = report(activity, from: next)
      for (name, users) in activity.tests.sorted(by: { $0.key.rawValue < $1.key.rawValue })
      where tests[name].map({ users.differs(from: $0) }) ?? true {
        report(users, of: name)
      }
      tests = activity.tests
    }
    for (name, users) in server.activity.tests.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      report(users, of: name)
    }
  }

  private func report(_ users: TestUsers, of name: Feature.Name) {
    guard case .object(let members) = users.json(of: name) else { return }
    console.write(event: "users", members)
  }

  /// Prints the evaluations from the one with the number `next`; returns the number of the first
  /// evaluation that is still to come.
  private func report(_ activity: ServingActivity, from next: Int) -> Int {
    guard let last = activity.evaluations.last, last.id >= next else { return next }
    let news = activity.evaluations.filter { $0.id >= next }.suffix(Self.evaluationLimit)
    let omitted = last.id + 1 - next - news.count
    if omitted > 0 { console.write(event: "evaluated", [("omitted", .integer(omitted))]) }
    for evaluation in news {
      let client = activity.clients.first { $0.id == evaluation.client }
      console.write(
        event: "evaluated",
        [
          ("client", .text(client?.address)), ("userAgent", .text(client?.userAgent)),
          ("user", .text(evaluation.user)), ("key", .text(evaluation.key)),
          ("result", .string(evaluation.result)), ("overridden", .bool(evaluation.isOverridden)),
        ]
      )
    }
    return last.id + 1
  }
}

extension TestUsers {
  /// Whether the result of comparing the shares, or the number of users with several variations, has
  /// changed.
  fileprivate func differs(from former: TestUsers) -> Bool {
    fit.name != former.fit.name || unsteadyCount != former.unsteadyCount
  }
}
