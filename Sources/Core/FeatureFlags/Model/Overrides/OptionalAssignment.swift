/// Stores an optional assignment in 8 bytes; a `Double?` occupies 16 bytes between other
/// properties.
///
/// A configuration may have a million features, and each of them stores two assignments.
struct OptionalAssignment: Hashable, Sendable {
  /// The stored number for `nil`, which is outside the range 0...100 of assignments.
  private static let none = -Double.infinity

  private var number: Double

  /// The assignment in 0...100; `nil` for none.
  var value: Double? {
    get { number == Self.none ? nil : number }
    set { number = newValue ?? Self.none }
  }

  init(_ value: Double?) {
    number = value ?? Self.none
  }
}
