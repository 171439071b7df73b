/// Stores an optional value on the heap, for a property that is `nil` in most instances of a type.
///
/// An empty box occupies 8 bytes, so that a million features without an override stay small.
struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case empty
    indirect case full(Value)
  }

  private var storage = Storage.empty

  /// Whether the value is `nil`.
  var isEmpty: Bool { if case .empty = storage { true } else { false } }

  /// The stored value, `nil` by default; setting a value allocates memory.
  var value: Value? {
    get { if case .full(let value) = storage { value } else { nil } }
    set { storage = newValue.map(Storage.full) ?? .empty }
  }
}
