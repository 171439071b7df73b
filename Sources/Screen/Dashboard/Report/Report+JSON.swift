package import Documents
import FeatureFlags
import FoundationEssentials
import Workbench

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

  private func json(of act: OverrideAct) -> JSONValue {
    .object([
      ("at", .string(act.date.formatted(.iso8601))), ("by", .text(act.author)),
      ("program", .text(act.program)), ("act", .string(act.kind.reportText)),
      (
        "changes",
        .list(
          act.changes.map { change in
            .object([
              ("feature", .string(change.feature.rawValue)),
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

extension OverrideAct.Kind {
  /// The kind of an act (a recorded change of the workspace) as one word.
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
