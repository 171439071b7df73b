import Foundation

/// The number of inputs in tests with many inputs.
package enum Effort {
  /// Whether the environment variable `HALYARD_TESTS` is `full`, which selects the long run.
  package static let isFull = ProcessInfo.processInfo.environment["HALYARD_TESTS"] == "full"
}
