import Foundation
package import Testing

/// Selects the duration and the number of inputs of long tests.
package enum Effort {
  /// Whether `HALYARD_TESTS=full` is set in the environment, which selects the long test run.
  package static let isFull = ProcessInfo.processInfo.environment["HALYARD_TESTS"] == "full"
}

extension Trait where Self == ConditionTrait {
  /// Runs a slow test or suite with `HALYARD_TESTS=full` only.
  package static var onlyInFullRun: Self {
    .enabled(if: Effort.isFull, "HALYARD_TESTS=full runs the slow tests")
  }
}
