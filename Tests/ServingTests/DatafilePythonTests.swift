import Documents
import Optimizely
import TestSupport
import Testing

@testable import FeatureFlags

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

  @Test(
    arguments: DatafileProject.names,
    [OverrideScope.key("user-1"), .attribute("plan", "gold")]
  )
  func
    `the Python SDK returns an override to users of its scope, and to others the former decision`(
      name: String,
      scope: OverrideScope
    ) async throws
  {
    let project = try DatafileProject(name, order: .canonical, users: 100)
    let folder = try TemporaryFolder()
    var cases = DatafileCases(folder: folder)
    let former = try project.served()
    for override in DatafileOverride.all(of: project) {
      let flag = Feature.Name(rawValue: override.flag)
      try project.store.applyAndWait(.set(override.choices, for: [flag], only: scope))
      let view = try #require(project.store.view(of: flag, for: scope))
      let isExpressed = project.store.caveats(of: view).isEmpty
      let flags = [override.flag] + project.flags.filter { $0 != override.flag }.prefix(2)
      let bytes = try project.served()
      try cases.add("\(override) for \(scope)", bytes, of: project, flags: flags, override) {
        user in
        guard scope.contains(user, hasKinds: false) else { return former }
        return isExpressed ? bytes : nil
      }
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
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - bytes: The datafile.
  ///   - project: The project with its users.
  ///   - flags: The flags to decide.
  ///   - override: The override in the datafile; `nil` for none.
  ///   - datafile: Returns the datafile whose decisions a user gets; `nil` leaves out the user.
  /// - Throws: The error of a datafile.
  mutating func add(
    _ name: String,
    _ bytes: [UInt8],
    of project: DatafileProject,
    flags: [String],
    _ override: DatafileOverride? = nil,
    as datafile: ((EvaluationContext) -> [UInt8]?)? = nil
  ) throws {
    let path = try folder.write(String(decoding: bytes, as: UTF8.self), to: "\(cases.count).json")
    let expectations = try project.expectations(
      flags: flags,
      override,
      as: datafile ?? { _ in bytes }
    )
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
