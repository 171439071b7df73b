/// Selects the thread on which completion handlers run.
public struct AscendCallbacks: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a value that runs completion handlers with a function of the app, such as one that
  /// uses a dispatch queue.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// Runs completion handlers on the main thread, which is the default.
  ///
  /// The handlers do not run in a program whose main thread neither awaits nor drains its queue.
  public static let mainActor = AscendCallbacks { body in Task { @MainActor in body() } }

  /// Runs completion handlers immediately, on the thread that completes the work.
  public static let anywhere = AscendCallbacks { $0() }
}

/// A completion handler of the app, which may run on a different thread than the call.
///
/// The conformance is unchecked: handlers need not be `@Sendable`, so that code without concurrency
/// checking compiles. ``AscendCallbacks`` selects the thread, by default the main thread.
struct Completion<Value, Failure>: @unchecked Sendable {
  let run: (Value?, Failure?) -> Void
}
