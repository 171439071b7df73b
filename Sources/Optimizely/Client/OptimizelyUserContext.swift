import Locking

/// A user of an app: who they are, what is known about them, and what is decided for them.
public final class OptimizelyUserContext: Sendable {
  /// The identifier of the user.
  public let userId: String
  /// The client that decides.
  public let optimizely: OptimizelyClient
  private let state: Locked<State>

  private struct State {
    var user: UserContext
    /// The segments in the order in which they came.
    var segments: [String]?
  }

  init(_ user: UserContext, segments: [String]? = nil, optimizely: OptimizelyClient) {
    userId = user.id
    self.optimizely = optimizely
    state = Locked(State(user: user, segments: segments))
  }

  /// The user as a value, which does not change any more.
  public var user: UserContext { state.withLock { $0.user } }

  /// What is known about the user; a whole number is an `Int`.
  public var attributes: [String: Any?] { user.attributes.mapValues(\.any) }

  /// Adds to what is known about the user.
  ///
  /// - Parameters:
  ///   - key: The key of the attribute.
  ///   - value: A text, a number, true or false; a value of another kind takes the attribute away.
  public func setAttribute(key: String, value: Any?) {
    let value = DataValue(any: value)
    state.withLock { $0.user.attributes[key] = value }
  }

  /// The segments that the user is in; `nil` if they were not fetched, or could not be.
  ///
  /// They can be set, to try what another user would get.
  public var qualifiedSegments: [String]? {
    get { state.withLock { $0.segments } }
    set {
      state.withLock { state in
        state.segments = newValue
        state.user.segments = newValue.map { Set($0) }
      }
    }
  }

  /// Whether the user is in a segment; false as long as the segments are not known.
  public func isQualifiedFor(segment: String) -> Bool { user.isQualified(for: segment) }

  private func copy() -> OptimizelyUserContext {
    let now = state.withLock { $0 }
    return OptimizelyUserContext(now.user, segments: now.segments, optimizely: optimizely)
  }
}

// MARK: Decisions

extension OptimizelyUserContext {
  /// Decides about a flag.
  ///
  /// - Parameters:
  ///   - key: The key of the flag.
  ///   - options: The options beside the client's own.
  /// - Returns: The decision; without a datafile or such a flag, one that is off and says so.
  public func decide(key: String, options: [OptimizelyDecideOption] = []) -> OptimizelyDecision {
    let user = copy()
    let decision = optimizely.decide([key], for: user, options).first ?? .notReady(key)
    return OptimizelyDecision(userContext: user, decision: decision)
  }

  /// Decides about some flags.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags.
  ///   - options: The options beside the client's own.
  /// - Returns: The decisions by the keys of the flags; none without a datafile.
  public func decide(
    keys: [String],
    options: [OptimizelyDecideOption] = []
  ) -> [String: OptimizelyDecision] {
    decisions(keys, options)
  }

  /// Decides about some flags, as `decide(keys:options:)`.
  public func decideForKeys(
    _ keys: [String],
    options: [OptimizelyDecideOption] = []
  ) -> [String: OptimizelyDecision] {
    decisions(keys, options)
  }

  /// Decides about all flags.
  ///
  /// - Parameter options: The options beside the client's own.
  /// - Returns: The decisions by the keys of the flags; none without a datafile.
  public func decideAll(options: [OptimizelyDecideOption] = []) -> [String: OptimizelyDecision] {
    decisions(nil, options)
  }

  private func decisions(
    _ keys: [String]?,
    _ options: [OptimizelyDecideOption]
  ) -> [String: OptimizelyDecision] {
    let user = copy()
    let made = optimizely.decide(keys, for: user, options)
      .filter { !optimizely.leavesOut($0, options) }
      .map { ($0.flag, OptimizelyDecision(userContext: user, decision: $0)) }
    return Dictionary(made) { $1 }
  }

  /// Tells the service that the user has done something.
  ///
  /// - Parameters:
  ///   - eventKey: The key of the event.
  ///   - eventTags: What is known about the event; `revenue` and `value` are numbers.
  /// - Throws: `sdkNotReady`, `eventKeyInvalid`, and why the event was not taken.
  public func trackEvent(
    eventKey: String,
    eventTags: [String: Any]? = nil
  ) throws(OptimizelyError) {
    try optimizely.track(eventKey, for: user, tags: eventTags)
  }
}

// MARK: Forced decisions

extension OptimizelyUserContext {
  /// Forces a variation on the user, for a flag or for one of its rules.
  ///
  /// - Parameters:
  ///   - context: What the decision is about.
  ///   - decision: The variation; one that the flag does not have has no effect.
  /// - Returns: Whether the decision is in place, which it always is.
  @discardableResult
  public func setForcedDecision(
    context: OptimizelyDecisionContext,
    decision: OptimizelyForcedDecision
  ) -> Bool {
    state.withLock { $0.user.forcedDecisions[context.subject] = decision.variationKey }
    return true
  }

  /// The forced decision about a flag or rule; `nil` if there is none.
  public func getForcedDecision(context: OptimizelyDecisionContext) -> OptimizelyForcedDecision? {
    user.forcedDecisions[context.subject].map(OptimizelyForcedDecision.init)
  }

  /// Forces nothing any more on a flag or rule.
  ///
  /// - Parameter context: What the decision was about.
  /// - Returns: Whether there was a forced decision.
  @discardableResult
  public func removeForcedDecision(context: OptimizelyDecisionContext) -> Bool {
    state.withLock { $0.user.forcedDecisions.removeValue(forKey: context.subject) != nil }
  }

  /// Forces nothing any more.
  ///
  /// - Returns: Whether it worked, which it always does.
  @discardableResult
  public func removeAllForcedDecisions() -> Bool {
    state.withLock { $0.user.forcedDecisions = [:] }
    return true
  }
}
