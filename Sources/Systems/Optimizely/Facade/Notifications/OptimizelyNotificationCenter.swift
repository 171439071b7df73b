public import FoundationEssentials
import Locking

/// The attributes of a user by key: strings, numbers and Booleans.
public typealias OptimizelyAttributes = [String: Any?]
/// The tags of a tracked event by key; `revenue` and `value` are numbers.
public typealias OptimizelyEventTags = [String: Any]

/// The event about which a client notifies its listeners.
public enum NotificationType: Int, CaseIterable, Hashable, Sendable {
  /// An impression of an experiment was dispatched.
  case activate = 1
  /// An event was tracked.
  case track = 2
  /// A newer datafile became active.
  case datafileChange = 3
  /// A flag or an experiment was evaluated.
  case decision = 4
  /// A batch of events is about to be sent.
  case logEvent = 5
}

/// The `key` and `id` of an experiment in a notification.
public typealias OptimizelyExperimentData = [String: Any]
/// The `key` and `id` of a variation in a notification.
public typealias OptimizelyVariationData = [String: Any]

/// The function that receives the arguments of a notification of any type as one list, in the order
/// of the typed listener.
public typealias GenericListener = (Any...) -> Void
/// The function that receives an impression: the experiment, the user, the variation, and the event
/// with its `url` and its `body`.
public typealias ActivateListener = (
  _ experiment: OptimizelyExperimentData, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ variation: OptimizelyVariationData, _ event: [String: Any]
) -> Void
/// The function that receives a tracked event, with the `url` and the `body` of its request.
public typealias TrackListener = (
  _ eventKey: String, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ eventTags: [String: Any]?, _ event: [String: Any]
) -> Void
/// The function that receives a decision: its type, such as `flag` or `ab-test`, and its result.
public typealias DecisionListener = (
  _ type: String, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ decisionInfo: [String: Any]
) -> Void
/// The function that receives a datafile that has become active.
public typealias DatafileChangeListener = (_ datafile: Data) -> Void
/// The function that receives the URL and the JSON object of a batch that is about to be sent.
public typealias LogEventListener = (_ url: String, _ event: [String: Any]) -> Void
/// The function that is called after a tester has changed the overrides, which can change
/// decisions.
public typealias OverridesChangeListener = () -> Void

/// Notifies the listeners of a client: the protocol of the Swift SDK.
///
/// Clients use an ``OptimizelyNotificationCenter``, which documents the methods.
public protocol OPTNotificationCenter {
  /// Creates a notification center without listeners.
  init()

  /// The id of the next listener; the first listener has the id 1.
  var notificationId: Int { get set }

  /// Adds a listener for notifications of the given type, and returns its id.
  @discardableResult
  func addGenericNotificationListener(
    notificationType: Int,
    listener: @escaping GenericListener
  ) -> Int?

  /// Adds a listener for impressions of experiments, and returns its id.
  @discardableResult
  func addActivateNotificationListener(
    activateListener: @escaping ActivateListener
  ) -> Int?

  /// Adds a listener for tracked events, and returns its id.
  @discardableResult
  func addTrackNotificationListener(
    trackListener: @escaping TrackListener
  ) -> Int?

  /// Adds a listener for decisions, and returns its id.
  @discardableResult
  func addDecisionNotificationListener(
    decisionListener: @escaping DecisionListener
  ) -> Int?

  /// Adds a listener for newer datafiles that have become active, and returns its id.
  @discardableResult
  func addDatafileChangeNotificationListener(
    datafileListener: @escaping DatafileChangeListener
  ) -> Int?

  /// Adds a listener for batches of events that are about to be sent, and returns its id.
  @discardableResult
  func addLogEventNotificationListener(
    logEventListener: @escaping LogEventListener
  ) -> Int?

  func removeNotificationListener(notificationId: Int)
  /// Removes all listeners for notifications of the given type.
  func clearNotificationListeners(type: NotificationType)
  /// Removes the listeners for notifications of every type.
  func clearAllNotificationListeners()
  /// Sends a notification; the arguments have the order of the listener of its type.
  func sendNotifications(type: Int, args: [Any?])
}

/// An alias of ``OptimizelyNotificationCenter`` that has the class name of the Swift SDK.
public typealias DefaultNotificationCenter = OptimizelyNotificationCenter

/// Notifies listeners of decisions, tracked events, sent batches and newer datafiles of a client.
///
/// Listeners are called synchronously, on the thread of the call that causes the notification. The
/// methods that add a listener return its id. An id is never reused and never `nil`: the type is
/// optional for source compatibility with the SDK. Listeners may be added and removed from any
/// thread, and from within a listener.
public final class OptimizelyNotificationCenter: OPTNotificationCenter, Sendable {
  /// A listener of an app.
  ///
  /// Unchecked: the SDK's types do not require `Sendable`, but document that any thread may call a
  /// listener.
  private struct Listener: @unchecked Sendable {
    let type: Int
    let notify: ([Any?]) -> Void
  }

  private struct State {
    var next = 1
    var listeners: [(id: Int, listener: Listener)] = []
  }

  private let state = Locked(State())

  /// Creates a notification center without listeners.
  public init() {}

  /// The id of the next listener; the first listener has the id 1.
  ///
  /// Setting it has no effect, so that ids are unique.
  public var notificationId: Int {
    get { state.withLock { $0.next } }
    set {}
  }

  /// Removes the listener with the given id.
  public func removeNotificationListener(notificationId: Int) {
    state.withLock { $0.listeners.removeAll { $0.id == notificationId } }
  }

  /// Removes all listeners for notifications of the given type.
  public func clearNotificationListeners(type: NotificationType) {
    state.withLock { $0.listeners.removeAll { $0.listener.type == type.rawValue } }
  }

  /// Removes the listeners for notifications of every type.
  public func clearAllNotificationListeners() {
    state.withLock { $0.listeners = [] }
  }

  /// Sends a notification to the listeners of its type.
  ///
  /// - Parameters:
  ///   - type: The raw value of a ``NotificationType``, or the app's own number.
  ///   - args: The arguments in the order of the listener of the type; if their types do not match,
  ///     only generic listeners are called.
  public func sendNotifications(type: Int, args: [Any?]) {
    let listeners = state.withLock { $0.listeners.map(\.listener) }
    for listener in listeners where listener.type == type { listener.notify(args) }
  }

  func hasListeners(_ type: NotificationType) -> Bool {
    state.withLock { state in
      state.listeners.contains { $0.listener.type == type.rawValue }
    }
  }

  private func add(_ type: Int, _ notify: @escaping ([Any?]) -> Void) -> Int {
    let listener = Listener(type: type, notify: notify)
    return state.withLock { state in
      defer { state.next += 1 }
      state.listeners.append((state.next, listener))
      return state.next
    }
  }

  /// Adds a listener that is called only if the arguments of a notification match the listener's
  /// parameter types.
  private func add<each Argument>(
    _ type: NotificationType,
    _ listener: @escaping (repeat each Argument) -> Void
  ) -> Int {
    add(type.rawValue) { args in
      var arguments = args[...]
      func next<Value>(_: Value.Type) throws -> Value {
        guard let argument = arguments.popFirst(), let value = argument as? Value else {
          throw CancellationError()
        }
        return value
      }
      // Drops the error, which only means that an argument is missing or has a different type.
      guard let values = try? (repeat next((each Argument).self)) else { return }
      listener(repeat each values)
    }
  }
}

// MARK: Listeners

extension OptimizelyNotificationCenter {
  /// Adds a listener for notifications of the given type, which receives their arguments as one
  /// list.
  ///
  /// - Parameters:
  ///   - notificationType: The raw value of a ``NotificationType``, or the app's own number.
  ///   - listener: Called with the arguments of each notification.
  /// - Returns: The id of the listener.
  @discardableResult
  public func addGenericNotificationListener(
    notificationType: Int,
    listener: @escaping GenericListener
  ) -> Int? {
    add(notificationType) { listener($0) }
  }

  /// Adds a listener for impressions of experiments, and returns its id.
  @discardableResult
  public func addActivateNotificationListener(
    activateListener: @escaping ActivateListener
  ) -> Int? {
    add(.activate, activateListener)
  }

  /// Adds a listener for tracked events, and returns its id.
  @discardableResult
  public func addTrackNotificationListener(
    trackListener: @escaping TrackListener
  ) -> Int? {
    add(.track, trackListener)
  }

  /// Adds a listener for decisions, and returns its id.
  @discardableResult
  public func addDecisionNotificationListener(
    decisionListener: @escaping DecisionListener
  ) -> Int? {
    add(.decision, decisionListener)
  }

  /// Adds a listener for newer datafiles that have become active, and returns its id.
  @discardableResult
  public func addDatafileChangeNotificationListener(
    datafileListener: @escaping DatafileChangeListener
  ) -> Int? {
    add(.datafileChange, datafileListener)
  }

  /// Adds a listener for batches of events that are about to be sent, and returns its id.
  @discardableResult
  public func addLogEventNotificationListener(
    logEventListener: @escaping LogEventListener
  ) -> Int? {
    add(.logEvent, logEventListener)
  }
}

extension OPTNotificationCenter {
  /// Adds a listener for changes of the overrides by a tester, and returns its id.
  @discardableResult
  public func addOverridesChangeNotificationListener(
    overridesListener: @escaping OverridesChangeListener
  ) -> Int? {
    addGenericNotificationListener(notificationType: NotificationHub.overridesChange) { _ in
      overridesListener()
    }
  }
}
