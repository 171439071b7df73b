/// Stores an optional assignment in 8 bytes, where `Double?` occupies 16 between other fields.
///
/// A configuration may have a million features, each with two assignments.
struct OptionalAssignment: Hashable, Sendable {
  /// No assignment has this value: assignments are from 0 to 100.
  private static let none = -Double.infinity

  private var number: Double

  /// The assignment; `nil` for none.
  var value: Double? {
    get { number == Self.none ? nil : number }
    set { number = newValue ?? Self.none }
  }

  init(_ value: Double?) {
    number = value ?? Self.none
  }
}
