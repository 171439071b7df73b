import Documents
import FeatureFlags
import Optimizely
import TestSupport

extension DatafileProject {
  /// The Python packages that the Optimizely SDK needs.
  private static let packages = ["optimizely-sdk>=5,<6"]

  /// Runs a Python script with the Optimizely SDK on a separate thread, and returns its output.
  ///
  /// - Throws: The output of a script that fails.
  static func runPython(_ script: String, _ arguments: [String]) async throws -> String {
    // Does not block a thread of the cooperative pool: the servers of tests need the pool for responses.
    try await onThread {
      let folder = try TemporaryFolder()
      let python = try PythonEnvironment.shared(packages)
      let all = [PythonEnvironment.script(script)] + arguments
      return try PythonEnvironment.run(python, all, in: folder)
    }
  }

  /// Returns the expected decisions for a served datafile, for the script `decisions.py`.
  ///
  /// A flag with an override is expected to have the overridden decision. Any other flag is expected to
  /// have the decision of the evaluator for the served datafile, which ``DatafileEvaluationTests`` compares
  /// with the decision without the override.
  func expectations(
    of bytes: [UInt8],
    flags: [String],
    _ override: DatafileOverride? = nil
  ) throws -> JSONValue {
    // The Python SDK evaluates conditions in their canonical order.
    let evaluator = Evaluator(try Datafile(bytes: bytes), order: .canonical)
    return .list(
      users.flatMap { user in
        flags.compactMap { flag -> JSONValue? in
          let isForced = override?.flag == flag && override?.isWholeFlag == true
          guard isForced || !hasBandit(flag) else { return nil }
          var outcome = DatafileOutcome(evaluator.decide(flag, for: UserContext(user)))
          if override?.flag == flag, let override {
            outcome = DatafileOutcome(of: override, in: self, for: user, actual: outcome)
          }
          return Self.expectation(outcome, flag, user)
        }
      }
    )
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
