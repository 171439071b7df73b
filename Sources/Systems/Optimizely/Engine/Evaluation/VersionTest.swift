import FeatureFlags

/// A compiled condition on a semantic version.
///
/// A class, because copying a parsed version is expensive.
final class VersionTest: Sendable {
  private let comparison: ValueTest.Comparison
  private let value: AttributeValue
  private let version: SemanticVersion?

  init(_ comparison: ValueTest.Comparison, _ value: AttributeValue) {
    self.comparison = comparison
    self.value = value
    version = SemanticVersion(Self.text(ofExpected: value))
  }

  private static func text(ofExpected value: AttributeValue) -> String {
    // A number in a condition is formatted as floating point, as in the SDK: 2 becomes "2.0".
    if case .number(let number) = value { "\(number)" } else { text(of: value) }
  }

  private static func text(of value: AttributeValue) -> String {
    if case .string(let text) = value { text } else { value.description }
  }

  /// Evaluates the condition for a user's attribute; returns a cause if the result is unknown.
  func evaluate(_ found: AttributeValue) -> (Truth, UnknownCause?) {
    guard value.kind == found.kind else { return (.unknown, .kind(found: found.kind)) }
    let text = Self.text(of: found)
    guard let foundVersion = SemanticVersion(text) else { return (.unknown, .notAVersion(text)) }
    guard let version else { return (.unknown, .notAVersion(Self.text(of: value))) }
    let order = Double(foundVersion.compared(to: version))
    return (Truth(comparison.holds(of: order, and: 0)), nil)
  }
}
