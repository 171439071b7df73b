import Documents
import FeatureFlags
import Optimizely
import TestSupport
import Testing

/// Tests generated datafiles with the Python SDK of Optimizely, which is downloaded.
@Suite(.enabled(if: Effort.isFull))
struct DatafilePythonTests {
  @Test(arguments: DatafileProject.names)
  func `the Python SDK decides as overridden, and as before after a reset`(name: String) throws {
    let project = try DatafileProject(name, order: .canonical)
    let folder = try TemporaryFolder()
    var cases = DatafileCases(folder: folder)
    try cases.add("before", try project.served(), of: project, flags: project.flags)
    for override in DatafileOverride.all(of: project) {
      try project.store.decide(override.decisions, for: [Feature.Name(rawValue: override.flag)])
      let others = project.flags.filter { $0 != override.flag }.prefix(2)
      let flags = [override.flag] + others
      try cases.add("\(override)", try project.served(), of: project, flags: flags, override)
      try project.store.resetAll()
    }
    try cases.add("after the reset", try project.served(), of: project, flags: project.flags)
    try cases.run()
  }

  @Test(arguments: DatafileProject.names)
  func `the Python SDK decides as overridden only for the user of the datafile`(
    name: String
  ) throws {
    let project = try DatafileProject(name, order: .canonical)
    let folder = try TemporaryFolder()
    var cases = DatafileCases(folder: folder)
    for (number, override) in DatafileOverride.all(of: project).enumerated() {
      let tester = project.users[number % project.users.count]
      try project.store.setContext(tester)
      try project.store.decide(override.decisions, for: [Feature.Name(rawValue: override.flag)])
      let bytes = try project.served(for: tester.targetingKey ?? "")
      let flags = [override.flag] + project.flags.filter { $0 != override.flag }.prefix(2)
      try cases.add("\(override) for \(tester)", bytes, of: project, flags: flags)
      try project.store.resetAll()
    }
    try cases.run()
  }
}

/// Datafiles with the expected decisions, for the script `decide.py`.
private struct DatafileCases {
  let folder: TemporaryFolder
  private var cases: [JSONValue] = []

  init(folder: TemporaryFolder) { self.folder = folder }

  /// Adds a datafile with the expected decisions.
  ///
  /// The expected decisions are those of the overridden flag, and of the evaluator for other flags,
  /// which ``DatafileEvaluationTests`` compares with the decisions without the override.
  mutating func add(
    _ name: String,
    _ bytes: [UInt8],
    of project: DatafileProject,
    flags: [String],
    _ override: DatafileOverride? = nil
  ) throws {
    let path = try folder.write(String(decoding: bytes, as: UTF8.self), to: "\(cases.count).json")
    // The Python SDK has the canonical order of conditions.
    let evaluator = Evaluator(try Datafile(bytes: bytes), order: .canonical)
    let expectations = project.users.flatMap { user in
      flags.compactMap { flag -> JSONValue? in
        let isForced = override?.flag == flag && override?.isWholeFlag == true
        guard isForced || !project.hasBandit(flag) else { return nil }
        var outcome = DatafileOutcome(evaluator.decide(flag, for: UserContext(user)))
        if override?.flag == flag, let override {
          outcome = DatafileOutcome(of: override, in: project, for: user, actual: outcome)
        }
        return Self.expectation(outcome, flag, user)
      }
    }
    cases.append(
      .object([
        ("name", .string(name)), ("datafile", .string(path)), ("expectations", .list(expectations)),
      ])
    )
  }

  /// Runs the script, which fails with a list of differences.
  func run() throws {
    let path = try folder.write(JSONValue.list(cases).text(), to: "cases.json")
    let python = try PythonEnvironment.shared(["optimizely-sdk>=5,<6"])
    let script = PythonEnvironment.script("decide.py")
    let output = try PythonEnvironment.run(python, [script, path], in: folder)
    #expect(output.contains("\(cases.count) datafiles"))
  }

  private static func expectation(
    _ outcome: DatafileOutcome,
    _ flag: String,
    _ user: EvaluationContext
  ) -> JSONValue {
    let attributes = user.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
    let variables = outcome.variables.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
    return .object([
      ("user", .string(user.targetingKey ?? "")),
      ("attributes", .object(attributes.map { (key: $0.0, value: $0.1) })),
      ("flag", .string(flag)),
      ("enabled", .bool(outcome.isEnabled)),
      ("variation", .text(outcome.variation)),
      ("variables", .object(variables.map { (key: $0.0, value: $0.1) })),
    ])
  }
}
