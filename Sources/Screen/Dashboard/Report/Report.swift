package import Connectivity
package import Documents
package import FeatureFlags
package import FoundationEssentials
import Frame
import Text
package import Workbench

/// The state of all features and of their source at one time, for a bug report.
///
/// A report contains no headers, and no secrets of URLs and attributes.
package struct Report: Sendable {
  /// The time of the report.
  package var date: Date
  /// The version of the program.
  package var version: String
  /// The name of the source, without secrets.
  package var source: String
  /// The name of the workspace.
  package var workspace: String
  /// The number of programs that follow the overrides of the workspace; `nil` if the overrides are those
  /// of a team.
  package var followerCount: Int?
  /// The origin of the active configuration.
  package var origin: Origin
  /// The validators of the active document, such as its ETag; empty for none.
  package var revision = ""
  /// The time at which the active document was received; `nil` if it is unknown.
  package var received: Date?
  /// The failures of the last load, the most important first.
  package var failures: [String] = []
  /// The user for whom the features were evaluated.
  package var user: EvaluationContext
  /// The last connectivity check; `nil` if none was made.
  package var connectivity: ConnectivityReport?
  /// The features in the order of the configuration.
  package var features: [Feature]
  /// The active overrides, including those of features that the source does not have.
  package var overrides: [OverrideKey: Override]
  /// The last operations (changes of the workspace that its history records), the newest first.
  package var history: [OverrideOperation] = []
  /// The reason why the history cannot be read; `nil` if it is readable.
  package var historyFailure: String?
  /// The problems of the configuration.
  package var problems: [Problem] = []
  /// The requests of clients during the test case; `nil` without a test case.
  package var testCase: TestCaseSummary?
  /// The users for whom clients of the server have requested each test, by the name of the test; empty
  /// without a server.
  package var tests: [Feature.Name: TestUsers] = [:]
  /// The author of the report, such as `ana@build-7`.
  package var author: String?
  package var screen: String
  /// The clock and the time zone of the user.
  package var wallClock: WallClock

  /// The maximum number of operations of the history in a report.
  package static let historyLimit = 50
  package static let screenSize = (columns: 120, rows: 32)

  package init(
    date: Date,
    version: String,
    source: String,
    workspace: String,
    origin: Origin,
    user: EvaluationContext,
    features: [Feature],
    overrides: [OverrideKey: Override],
    screen: String,
    wallClock: WallClock
  ) {
    self.date = date
    self.version = version
    self.source = source
    self.workspace = workspace
    self.origin = origin
    self.user = user
    self.features = features
    self.overrides = overrides
    self.screen = screen
    self.wallClock = wallClock
  }
}

extension Feature {
  /// Whether the override applies only to the users of certain rules.
  fileprivate var isForSomeUsers: Bool { override?.isOfRules == true }
}

extension Report {
  /// The features whose state differs from that of their configuration, for the current user or for the
  /// users of a rule.
  var differing: [Feature] {
    features.filter { $0.isOverridden && ($0.state != $0.configured.state || $0.isForSomeUsers) }
  }

  /// The features with an override that has no effect on their state, because it equals the
  /// configuration.
  var pinned: [Feature] {
    features.filter {
      $0.isOverridden && !$0.isForSomeUsers && $0.state == $0.configured.state
    }
  }

  /// The overrides for single users, sorted by their keys.
  var scopedOverrides: [(key: OverrideKey, override: Override)] {
    overrides.filter { $0.key.scope != .everyone }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The overrides of features that the source does not have, sorted by their keys.
  var orphans: [(key: OverrideKey, override: Override)] {
    let names = Set(features.map(\.name))
    return overrides.filter { !names.contains($0.key.feature) }
      .sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The attributes of the user, with `…` for values that can be secrets.
  var attributes: AttributeValue {
    .object(user.attributes.withoutSecrets)
  }

  /// A date in the time zone of the user, such as `2026-11-21 10:04:12`.
  func text(of date: Date) -> String {
    let local = wallClock.localTime(of: date)
    return local.date + " " + local.clock
  }

  /// The age of the active document; `nil` if it is unknown.
  var ageText: String? {
    received.map { received in
      let seconds = max(date.timeIntervalSince(received), 0)
      return "received \(text(of: received)), \(Duration.seconds(seconds.rounded()).text) ago"
    }
  }
}

extension Report {
  /// The report as JSON, which `preset apply` accepts to restore all states elsewhere.
  package var json: JSONValue {
    let preset = Preset(
      source: source,
      created: date,
      author: author,
      overrides: overrides
    )
    return .object(
      preset.members + [
        ("report", .object(facts)), ("features", .list(features.map(json))),
        ("testCase", testCase.map(json) ?? .null), ("tests", .list(testMembers)),
        ("history", .list(history.map(json))),
        ("problems", .list(problems.map(json))),
        (
          "screen",
          .list(
            screen.split(separator: "\n", omittingEmptySubsequences: false).map {
              .string(String($0))
            }
          )
        ),
      ]
    )
  }

  private var facts: [(key: String, value: JSONValue)] {
    [
      ("program", .string("halyard " + version)), ("workspace", .string(workspace)),
      ("followers", followerCount.map { .integer($0) } ?? .null),
      ("origin", .string(origin.rawValue)),
      ("revision", revision.isEmpty ? .null : .string(revision)),
      ("received", .text(received?.formatted(.iso8601))),
      ("failures", .list(failures.map(JSONValue.string))), ("user", .text(user.targetingKey)),
      ("attributes", attributes.json),
      ("segments", user.segments.map { .list($0.sorted().map(JSONValue.string)) } ?? .null),
      ("connectivity", .text(connectivity.map { "\($0)" })),
    ]
  }

  /// A short form of the JSON that the command `show` prints, because a configuration can have very
  /// many features.
  private func json(of feature: Feature) -> JSONValue {
    let state = feature.state
    var members: [(key: String, value: JSONValue)] = [
      ("name", .string(feature.name.rawValue)), ("type", .string(feature.type.token)),
      ("enabled", .bool(state.isEnabled)),
    ]
    if let isUnlocked = state.isUnlocked { members.append(("unlocked", .bool(isUnlocked))) }
    if feature.type.isTest {
      members.append(("variation", .text(state.variation?.rawValue)))
      if let assignment = feature.assignment { members.append(("assignment", .number(assignment))) }
    }
    let variables = feature.variablesWithNull(in: state)
    if !variables.isEmpty {
      members.append(("variables", .object(variables.map { ($0.name, $0.value.json) })))
    }
    members += feature.resultMembers
    if feature.isOverridden {
      members.append(("configured", .string(feature.configured.stateText)))
    }
    return .object(members)
  }

  private func json(of testCase: TestCaseSummary) -> JSONValue {
    func list(_ keys: [RequestedKey]) -> JSONValue {
      .list(
        keys.map { key in
          .object([
            ("key", .string(key.key)), ("count", .number(Double(key.count))),
            ("last", .string(key.last.formatted(.iso8601))),
          ])
        }
      )
    }
    return .object([
      ("start", .string(testCase.start.formatted(.iso8601))),
      ("requests", .number(Double(testCase.requestCount))),
      ("bulkEvaluations", .number(Double(testCase.bulkCount))),
      ("asked", list(testCase.features)), ("unknownKeys", list(testCase.unknownKeys)),
    ])
  }

  private var testMembers: [JSONValue] {
    tests.sorted { $0.key.rawValue < $1.key.rawValue }.map { $0.value.json(of: $0.key) }
  }

  private func json(of operation: OverrideOperation) -> JSONValue {
    .object([
      ("at", .string(operation.date.formatted(.iso8601))), ("by", .text(operation.author)),
      ("program", .text(operation.program)), ("act", .string(operation.kind.reportText)),
      (
        "changes",
        .list(
          operation.changes.map { change in
            .object([
              ("feature", .string(change.feature.rawValue)),
              ("scope", change.key.scope.json ?? .null),
              ("from", change.from.map { .object($0.members) } ?? .null),
              ("to", change.to.map { .object($0.members) } ?? .null),
            ])
          }
        )
      ),
    ])
  }

  private func json(of problem: Problem) -> JSONValue {
    .object([
      ("severity", .string(problem.severity.rawValue)),
      ("line", .optionalNumber(problem.line.map(Double.init))),
      ("feature", .text(problem.feature)), ("message", .string("\(problem.fact)")),
    ])
  }
}

extension OverrideOperation.Kind {
  /// The kind of an operation (a recorded change of the workspace) as one word.
  var reportText: String {
    switch self {
    case .change: "change"
    case .delete: "delete"
    case .undo: "undo"
    case .redo: "redo"
    case .bisection: "bisection"
    case .expiry: "expiry"
    case .edit: "edit"
    }
  }
}

extension DashboardState {
  /// The report of the last connectivity check; `nil` before the first one.
  package var connectivityReport: ConnectivityReport? { content.connectivity }

  /// The text of the screen at the size of a report, without a dialog and a notice.
  ///
  /// - Parameter now: The current time, on the clock of ``update(_:now:)``.
  /// - Returns: The rows of the screen, joined by line feeds.
  package func reportScreen(now: Duration) -> String {
    var state = self
    state.dialog = nil
    state.timedNotice = nil
    let size = Size(columns: Report.screenSize.columns, rows: Report.screenSize.rows)
    _ = state.update(.resized(size), now: now)
    return state.frame(now: now).text
  }
}

/// A summary of the requests of clients since the start of a test case, for a report.
package struct TestCaseSummary: Hashable, Sendable {
  package let start: Date
  /// The number of requests of any kind since the start of the test case.
  package let requestCount: Int
  /// The number of bulk evaluations, each of which requests all features.
  package let bulkCount: Int
  /// The features that clients have requested one at a time, sorted by name.
  let features: [RequestedKey]
  /// The requested keys that no feature has, sorted by key.
  let unknownKeys: [RequestedKey]

  init(_ requests: ClientRequests) {
    start = requests.start
    requestCount = requests.requestCount
    bulkCount = requests.bulkCount
    features = requests.askedFeatures.sorted { $0.key < $1.key }
    unknownKeys = requests.unknownKeys.sorted { $0.key < $1.key }
  }
}

extension DashboardState {
  /// The requests of clients in the running test case; `nil` without a test case.
  package var testCaseSummary: TestCaseSummary? {
    content.requests.flatMap { $0.isTestCase ? TestCaseSummary($0) : nil }
  }

  /// The users for whom clients of the server have requested each test, by the name of the test; empty
  /// without a server.
  package var testUsers: [Feature.Name: TestUsers] { content.serving?.tests ?? [:] }
}
