/// A comparison of two ordered values.
package enum Comparison: Hashable, Sendable {
  case less, lessOrEqual, equal, greaterOrEqual, greater

  /// Whether the comparison is true for a value of the user and a value of a condition.
  package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .equal: left == right
    case .greaterOrEqual: left >= right
    case .greater: left > right
    }
  }
}
