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
  ///
  /// - Parameters:
  ///   - flags: The flags to decide.
  ///   - override: The override in the served datafile; `nil` for none.
  ///   - datafile: Returns the datafile whose decisions a user gets; `nil` leaves out the user.
  /// - Returns: The list of expectations.
  /// - Throws: The error of a datafile.
  func expectations(
    flags: [String],
    _ override: DatafileOverride? = nil,
    as datafile: (EvaluationContext) -> [UInt8]?
  ) throws -> JSONValue {
    var evaluators: [[UInt8]: Evaluator] = [:]
    return .list(
      try users.flatMap { user -> [JSONValue] in
        guard let bytes = datafile(user) else { return [] }
        // The Python SDK evaluates conditions in their canonical order.
        let evaluator =
          try evaluators[bytes] ?? Evaluator(try Datafile(bytes: bytes), order: .canonical)
        evaluators[bytes] = evaluator
        return flags.compactMap { flag in
          let isForced = override?.flag == flag && override?.isWholeFlag == true
          guard isForced || !hasBandit(flag) else { return nil }
          var outcome = DatafileOutcome(evaluator.decide(flag, for: UserContext(user)))
          if let override, override.flag == flag, isOverridden(flag, for: user) {
            outcome = DatafileOutcome(of: override, in: self, for: user, actual: outcome)
          }
          return Self.expectation(outcome, flag, user)
        }
      }
    )
  }

  private func isOverridden(_ flag: String, for user: EvaluationContext) -> Bool {
    store.view(of: Feature.Name(rawValue: flag), in: user)?.feature.isOverridden ?? false
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
