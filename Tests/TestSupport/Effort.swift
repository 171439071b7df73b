import Foundation

/// Selects the duration and the number of inputs of long tests.
package enum Effort {
  /// Whether `HALYARD_TESTS=full` is set in the environment, which selects the long test run.
  package static let isFull = ProcessInfo.processInfo.environment["HALYARD_TESTS"] == "full"
}
