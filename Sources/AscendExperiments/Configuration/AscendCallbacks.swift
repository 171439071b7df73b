/// Where completion handlers run.
public struct AscendCallbacks: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Runs completion handlers in a way of the app's own, such as in a queue that it drains.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// On the main thread, as documented.
  ///
  /// A program whose main thread neither awaits nor drains its queue never gets there.
  public static let mainActor = AscendCallbacks { body in Task { @MainActor in body() } }

  /// On the thread at hand, right after the work.
  public static let anywhere = AscendCallbacks { $0() }
}

/// A completion handler of the app, which runs on another thread than the call that it belongs to.
///
/// Handlers need not be `@Sendable`, so that code compiles that was written without concurrency
/// checking; `AscendCallbacks` decides on the thread, which is the main thread by default.
struct Completion<Value, Failure>: @unchecked Sendable {
  let run: (Value?, Failure?) -> Void
}
