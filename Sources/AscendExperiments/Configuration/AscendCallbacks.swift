/// Decides on which thread completion handlers run.
public struct AscendCallbacks: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Runs completion handlers with a function of the app, such as one that uses a dispatch queue.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// Runs completion handlers on the main thread, as documented.
  ///
  /// The handlers never run in a program whose main thread neither awaits nor drains its queue.
  public static let mainActor = AscendCallbacks { body in Task { @MainActor in body() } }

  /// Runs completion handlers at once, on the thread that completes the work.
  public static let anywhere = AscendCallbacks { $0() }
}

/// A completion handler of the app, which usually runs on another thread than the call.
///
/// Unchecked, because handlers need not be `@Sendable`: code that was written without concurrency
/// checking compiles. ``AscendCallbacks`` decides on the thread, which is the main thread by
/// default.
struct Completion<Value, Failure>: @unchecked Sendable {
  let run: (Value?, Failure?) -> Void
}
