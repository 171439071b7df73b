/// Publishes elements to closures and to the consumers of streams.
///
/// An element is delivered before ``publish(_:except:)`` returns, on the calling thread. Elements that
/// several threads publish at once arrive in any order. To report the changes of a state in order, a
/// caller publishes while it holds the lock of the state; the observers must then not use that state
/// (deadlock). The streams end when the publisher is released.
///
/// ```swift
/// let temperatures = Publisher<Double>()
/// let observer = temperatures.observe { print($0) }
/// temperatures.publish(36.6)
/// temperatures.remove(observer)
/// ```
public final class Publisher<Element: Sendable>: Sendable {
  /// Receives each element on the thread that publishes it.
  public typealias Observer = @Sendable (Element) -> Void

  private struct Registration {
    let number: Int
    let receive: Observer
    /// Ends the stream of the observer; `nil` for a closure.
    let finish: (@Sendable () -> Void)?
  }

  private struct State {
    var registrations: [Registration] = []
    var lastNumber = 0

    mutating func add(_ receive: @escaping Observer, finish: (@Sendable () -> Void)?) -> Int {
      lastNumber += 1
      registrations.append(Registration(number: lastNumber, receive: receive, finish: finish))
      return lastNumber
    }
  }

  private let state = Locked(State())

  /// Creates a publisher without observers.
  public init() {}

  deinit {
    for registration in state.withLock({ $0.registrations }) { registration.finish?() }
  }

  /// Whether no closure and no stream is registered.
  public var isEmpty: Bool { state.withLock { $0.registrations.isEmpty } }

  /// Delivers an element to all observers, in the order of their registration.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - number: The number of an observer that does not receive the element; `nil` for none.
  public func publish(_ element: Element, except number: Int? = nil) {
    // Called outside the lock, so that an observer can register and remove observers.
    for registration in state.withLock({ $0.registrations }) where registration.number != number {
      registration.receive(element)
    }
  }

  /// Registers a closure for all later elements.
  ///
  /// - Returns: The number of the closure, for ``remove(_:)``.
  @discardableResult
  public func observe(_ receive: @escaping Observer) -> Int {
    state.withLock { $0.add(receive, finish: nil) }
  }

  /// Removes the observer with the given number; a delivery that is running continues.
  public func remove(_ number: Int) {
    // Released after the lock: the closure may own an object whose deinit removes an observer.
    state.releaseAfterLock { state in
      defer { state.registrations.removeAll { $0.number == number } }
      return state.registrations
    }
  }

  /// Returns a stream of all later elements, for one consumer.
  ///
  /// - Parameters:
  ///   - policy: The buffer for elements that the consumer has not received yet.
  ///   - first: The first element of the stream, before the published ones; `nil` for none.
  ///   - convert: Converts an element for the consumer; `nil` leaves the element out.
  /// - Returns: The stream; when its consumer stops reading, the stream is removed.
  public func stream<Output: Sendable>(
    buffering policy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded,
    startingWith first: Element? = nil,
    _ convert: @escaping @Sendable (Element) -> Output?
  ) -> AsyncStream<Output> {
    let (stream, continuation) = AsyncStream.makeStream(of: Output.self, bufferingPolicy: policy)
    let receive = { @Sendable (element: Element) in
      if let output = convert(element) { continuation.yield(output) }
    }
    if let first { receive(first) }
    let number = state.withLock { $0.add(receive) { continuation.finish() } }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }
}
