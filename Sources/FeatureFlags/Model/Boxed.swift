/// Stores an optional value on the heap, for values that few instances of a type have.
///
/// A box occupies 8 bytes, so that features without an override, which may be a million, stay
/// small.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case empty
    indirect case full(Value)
  }

  private var storage = Storage.empty

  /// The value; setting one allocates.
  var value: Value? {
    get { if case .full(let value) = storage { value } else { nil } }
    set { storage = newValue.map(Storage.full) ?? .empty }
  }
}
