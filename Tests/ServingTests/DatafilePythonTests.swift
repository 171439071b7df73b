import Documents
import FeatureFlags
import Optimizely
import TestSupport
import Testing

/// Tests generated datafiles with the Python SDK of Optimizely, which is downloaded.
@Suite(.onlyInFullRun)
struct DatafilePythonTests {
  @Test(arguments: DatafileProject.names)
  func `the Python SDK returns overridden decisions, and after a reset the original decisions`(
    name: String
  )
    async throws
  {
    let project = try DatafileProject(name, order: .canonical)
    let folder = try TemporaryFolder()
    var cases = DatafileCases(folder: folder)
    try cases.add("before", try project.served(), of: project, flags: project.flags)
    for override in DatafileOverride.all(of: project) {
      try project.store.override(override.choices, for: [Feature.Name(rawValue: override.flag)])
      let others = project.flags.filter { $0 != override.flag }.prefix(2)
      let flags = [override.flag] + others
      try cases.add("\(override)", try project.served(), of: project, flags: flags, override)
      try project.store.resetAll()
    }
    try cases.add("after the reset", try project.served(), of: project, flags: project.flags)
    try await cases.run()
  }

  @Test(arguments: DatafileProject.names)
  func `with a datafile for one user, the Python SDK returns overrides for that user only`(
    name: String
  ) async throws {
    let project = try DatafileProject(name, order: .canonical)
    let folder = try TemporaryFolder()
    var cases = DatafileCases(folder: folder)
    for (number, override) in DatafileOverride.all(of: project).enumerated() {
      let tester = project.users[number % project.users.count]
      try project.store.setContext(tester)
      try project.store.override(override.choices, for: [Feature.Name(rawValue: override.flag)])
      let bytes = try project.served(for: tester.targetingKey ?? "")
      let flags = [override.flag] + project.flags.filter { $0 != override.flag }.prefix(2)
      try cases.add("\(override) for \(tester)", bytes, of: project, flags: flags)
      try project.store.resetAll()
    }
    try await cases.run()
  }
}

/// Datafiles with the expected decisions, for the script `decide.py`.
private struct DatafileCases {
  let folder: TemporaryFolder
  private var cases: [JSONValue] = []

  init(folder: TemporaryFolder) { self.folder = folder }

  /// Adds a datafile with the expected decisions.
  mutating func add(
    _ name: String,
    _ bytes: [UInt8],
    of project: DatafileProject,
    flags: [String],
    _ override: DatafileOverride? = nil
  ) throws {
    let path = try folder.write(String(decoding: bytes, as: UTF8.self), to: "\(cases.count).json")
    let expectations = try project.expectations(of: bytes, flags: flags, override)
    cases.append(
      .object([
        ("name", .string(name)), ("datafile", .string(path)), ("expectations", expectations),
      ])
    )
  }

  /// Runs the script, which fails with a list of differences.
  func run() async throws {
    let path = try folder.write(JSONValue.list(cases).text(), to: "cases.json")
    let output = try await DatafileProject.runPython("decide.py", [path])
    #expect(output.contains("\(cases.count) datafiles"))
  }
}
