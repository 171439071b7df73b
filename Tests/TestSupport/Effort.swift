import Foundation

/// How much work the tests that try many inputs do.
package enum Effort {
  /// Whether the environment asks for the long run, with `HALYARD_TESTS=full`.
  package static let isFull = ProcessInfo.processInfo.environment["HALYARD_TESTS"] == "full"
}
