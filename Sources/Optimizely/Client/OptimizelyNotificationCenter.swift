import FeatureFlags
public import FoundationEssentials
import Locking

/// Tells listeners what a client does, on the thread on which it happens and before the call ends.
public final class OptimizelyNotificationCenter: Sendable {
  /// Hears of a decision: its type, the user, the attributes, and what was decided.
  public typealias DecisionListener =
    @Sendable (
      _ type: String, _ userId: String, _ attributes: [String: Any?], _ info: [String: Any?]
    ) -> Void
  /// Hears of a tracked event: its key, the user, the attributes, the tags, and the body to be sent.
  public typealias TrackListener =
    @Sendable (
      _ eventKey: String, _ userId: String, _ attributes: [String: Any?], _ tags: [String: Any]?,
      _ body: String
    ) -> Void
  /// Hears of a datafile that counts from now on.
  public typealias DatafileChangeListener = @Sendable (_ datafile: Data) -> Void
  /// Hears of events that are about to be sent: the address, and the body as JSON.
  public typealias LogEventListener = @Sendable (_ url: String, _ body: String) -> Void

  /// Hears that a tester has decided something else, so that decisions can be others.
  public typealias OverridesChangeListener = @Sendable () -> Void

  /// What listeners hear of.
  public enum NotificationType: Int, CaseIterable, Hashable, Sendable {
    /// An event was tracked.
    case track = 2
    /// Another datafile counts.
    case datafileChange = 3
    /// A decision was made.
    case decision = 4
    /// Events are about to be sent.
    case logEvent = 5
    /// A tester has decided something else; the service knows no such notification.
    case overridesChange = 6
  }

  private enum Listener: Sendable {
    case decision(DecisionListener)
    case track(TrackListener)
    case datafileChange(DatafileChangeListener)
    case logEvent(LogEventListener)
    case overridesChange(OverridesChangeListener)

    var type: NotificationType {
      switch self {
      case .decision: .decision
      case .track: .track
      case .datafileChange: .datafileChange
      case .logEvent: .logEvent
      case .overridesChange: .overridesChange
      }
    }
  }

  private struct State {
    var last = 0
    var listeners: [(id: Int, listener: Listener)] = []
  }

  private let state = Locked(State())

  init() {}

  /// Adds a listener for decisions, and tells its identifier, which is never used again.
  @discardableResult
  public func addDecisionNotificationListener(
    decisionListener: @escaping DecisionListener
  ) -> Int {
    add(.decision(decisionListener))
  }

  /// Adds a listener for tracked events, and tells its identifier.
  @discardableResult
  public func addTrackNotificationListener(trackListener: @escaping TrackListener) -> Int {
    add(.track(trackListener))
  }

  /// Adds a listener for datafiles that count from now on, and tells its identifier.
  @discardableResult
  public func addDatafileChangeNotificationListener(
    datafileListener: @escaping DatafileChangeListener
  ) -> Int {
    add(.datafileChange(datafileListener))
  }

  /// Adds a listener for events that are about to be sent, and tells its identifier.
  @discardableResult
  public func addLogEventNotificationListener(
    logEventListener: @escaping LogEventListener
  ) -> Int {
    add(.logEvent(logEventListener))
  }

  /// Adds a listener for what a tester decides while the app runs, and tells its identifier.
  @discardableResult
  public func addOverridesChangeNotificationListener(
    overridesListener: @escaping OverridesChangeListener
  ) -> Int {
    add(.overridesChange(overridesListener))
  }

  /// Removes the listener of an identifier.
  public func removeNotificationListener(notificationId: Int) {
    state.withLock { $0.listeners.removeAll { $0.id == notificationId } }
  }

  /// Removes the listeners of a type.
  public func clearNotificationListeners(type: NotificationType) {
    state.withLock { $0.listeners.removeAll { $0.listener.type == type } }
  }

  /// Removes all listeners.
  public func clearAllNotificationListeners() {
    state.withLock { $0.listeners = [] }
  }

  private func add(_ listener: Listener) -> Int {
    state.withLock { state in
      state.last += 1
      state.listeners.append((state.last, listener))
      return state.last
    }
  }

  private var listeners: [Listener] { state.withLock { $0.listeners.map(\.listener) } }
}

// MARK: Telling

extension OptimizelyNotificationCenter {
  var hasDecisionListeners: Bool {
    state.withLock { $0.listeners.contains { $0.listener.type == .decision } }
  }

  func sendDecision(_ decision: FlagDecision, of user: UserContext) {
    let info: [String: Any?] = [
      "flagKey": decision.flag,
      "enabled": decision.isEnabled,
      "variables": decision.variables.mapValues(\.any),
      "variationKey": decision.variation,
      "ruleKey": decision.rule,
      "reasons": decision.reasons,
      "decisionEventDispatched": !decision.impressions.isEmpty,
      "experimentId": decision.ruleID,
      "variationId": decision.variationID,
    ]
    for case .decision(let tell) in listeners {
      tell("flag", user.id, user.attributes.mapValues(\.any), info)
    }
  }

  func sendTrack(
    _ key: String,
    of user: UserContext,
    tags: [String: Any]?,
    event: EventForDispatch
  ) {
    for case .track(let tell) in listeners {
      tell(key, user.id, user.attributes.mapValues(\.any), tags, event.body)
    }
  }

  func sendDatafileChange(_ datafile: Data) {
    for case .datafileChange(let tell) in listeners { tell(datafile) }
  }

  func sendLogEvent(url: String, body: String) {
    for case .logEvent(let tell) in listeners { tell(url, body) }
  }

  func sendOverridesChange() {
    for case .overridesChange(let tell) in listeners { tell() }
  }
}
