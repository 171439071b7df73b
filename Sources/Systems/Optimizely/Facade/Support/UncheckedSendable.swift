/// Wraps an object or a closure of an app so that it can be passed between threads.
///
/// Unchecked: the SDK's types do not require `Sendable`, but document that any thread may call
/// them.
struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
