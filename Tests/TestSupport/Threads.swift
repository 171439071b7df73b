import Glibc

/// Runs the closure on a new detached thread.
///
/// - Returns: Whether the thread could be started.
@discardableResult
public func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
  final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
  let context = Unmanaged.passRetained(Work(run: work))
  var thread = pthread_t()
  let result = pthread_create(
    &thread,
    nil,
    { context in
      guard let context else { return nil }
      Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
      return nil
    },
    context.toOpaque()
  )
  guard result == 0 else {
    context.release()
    return false
  }
  pthread_detach(thread)
  return true
}
