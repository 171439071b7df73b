/// Wraps a closure of an app so that it can be passed between threads.
///
/// Unchecked: the SDK's types demand no Sendable, and document that any thread calls them.
struct AppCompletion<Value>: @unchecked Sendable {
  let call: (Value) -> Void
}
