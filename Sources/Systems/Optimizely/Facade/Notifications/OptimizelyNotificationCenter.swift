import FoundationEssentials
import Locking

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
    add(NotificationType.activate.rawValue) { args in
      guard args.count > 4, let experiment = args[0] as? OptimizelyExperimentData,
        let user = args[1] as? String, let variation = args[3] as? OptimizelyVariationData,
        let event = args[4] as? [String: Any]
      else { return }
      activateListener(experiment, user, args[2] as? OptimizelyAttributes, variation, event)
    }
  }

  /// Adds a listener for tracked events, and returns its id.
  @discardableResult
  public func addTrackNotificationListener(
    trackListener: @escaping TrackListener
  ) -> Int? {
    add(NotificationType.track.rawValue) { args in
      guard args.count > 4, let key = args[0] as? String, let user = args[1] as? String,
        let attributes = args[2] as? OptimizelyAttributes?, let tags = args[3] as? [String: Any]?,
        let event = args[4] as? [String: Any]
      else { return }
      trackListener(key, user, attributes, tags, event)
    }
  }

  /// Adds a listener for decisions, and returns its id.
  @discardableResult
  public func addDecisionNotificationListener(
    decisionListener: @escaping DecisionListener
  ) -> Int? {
    add(NotificationType.decision.rawValue) { args in
      guard args.count > 3, let type = args[0] as? String, let user = args[1] as? String,
        let attributes = args[2] as? OptimizelyAttributes?, let info = args[3] as? [String: Any]
      else { return }
      decisionListener(type, user, attributes, info)
    }
  }

  /// Adds a listener for newer datafiles that have become active, and returns its id.
  @discardableResult
  public func addDatafileChangeNotificationListener(
    datafileListener: @escaping DatafileChangeListener
  ) -> Int? {
    add(NotificationType.datafileChange.rawValue) { args in
      guard let datafile = args.first as? Data else { return }
      datafileListener(datafile)
    }
  }

  /// Adds a listener for batches of events that are about to be sent, and returns its id.
  @discardableResult
  public func addLogEventNotificationListener(
    logEventListener: @escaping LogEventListener
  ) -> Int? {
    add(NotificationType.logEvent.rawValue) { args in
      guard args.count > 1, let url = args[0] as? String, let event = args[1] as? [String: Any]
      else { return }
      logEventListener(url, event)
    }
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
