import FeatureFlags
import Locking

/// The evaluation context of a user: id, attributes, segments and forced decisions.
///
/// ```swift
/// let client = OptimizelyClient(sdkKey: "your-key")
/// try await client.start()
/// let user = client.createUserContext(userId: "ana", attributes: ["plan": "gold"])
/// let decision = user.decide(key: "new_cart")
/// try user.trackEvent(eventKey: "purchase", eventTags: ["revenue": 4200])
/// ```
///
/// A context may be used and changed from any thread. A decision uses a snapshot of the user that
/// is taken at the start of the call.
public final class OptimizelyUserContext: Sendable {
  /// The client that evaluates flags for the user.
  public let optimizely: OptimizelyClient
  private let state: Locked<State>

  private struct State {
    var user: UserContext
    /// The segments of the user in the order of the server's response; `nil` until they are
    /// fetched.
    var segments: [String]?
  }

  init(_ user: UserContext, segments: [String]? = nil, optimizely: OptimizelyClient) {
    self.optimizely = optimizely
    state = Locked(State(user: user, segments: segments))
  }

  /// Creates the evaluation context of a user.
  ///
  /// - Parameters:
  ///   - optimizely: The client that evaluates flags for the user.
  ///   - userId: The id of the user; it may be empty.
  ///   - attributes: The attributes: strings, numbers and Booleans. An attribute with a value of
  ///     another type matches only conditions that test whether it exists.
  public convenience init(
    optimizely: OptimizelyClient,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) {
    optimizely.odpManager.identifyUser(userId: userId)
    self.init(optimizely.user(userId, attributes), optimizely: optimizely)
  }

  /// A snapshot of the user's id, attributes, segments and forced decisions.
  public var user: UserContext { state.withLock { $0.user } }

  /// The id of the user, which bucketing hashes; it may be empty.
  public var userId: String {
    get { state.withLock { $0.user.id } }
    set { state.withLock { $0.user.id = newValue } }
  }

  /// The attributes of the user, with the values and types that the app passed.
  public var attributes: [String: Any?] { user.plainAttributes }

  /// Sets an attribute of the user.
  ///
  /// - Parameters:
  ///   - key: The key of the attribute.
  ///   - value: A string, a number or a Boolean; `nil` makes the attribute null. An attribute with
  ///     a value of another type matches only conditions that test whether it exists.
  public func setAttribute(key: String, value: Any?) {
    state.withLock { $0.user.setAttribute(key, to: value) }
  }

  /// The segments of the user; `nil` if they were not fetched, or if the last fetch failed.
  ///
  /// Set this property to evaluate the user as a member of other segments.
  public var qualifiedSegments: [String]? {
    get { state.withLock { $0.segments } }
    set {
      state.withLock { state in
        state.segments = newValue
        state.user.segments = newValue.map { Set($0) }
      }
    }
  }

  /// Whether the user is in a segment; `false` while the segments are not known.
  public func isQualifiedFor(segment: String) -> Bool { user.isQualified(for: segment) }

  /// Returns a copy of the context that later changes do not affect.
  func copy() -> OptimizelyUserContext {
    let now = state.withLock { $0 }
    return OptimizelyUserContext(now.user, segments: now.segments, optimizely: optimizely)
  }

  private func withUser<Result>(_ change: (inout UserContext) -> Result) -> Result {
    state.withLock { change(&$0.user) }
  }

  /// Tracks an event of the user.
  ///
  /// - Parameters:
  ///   - eventKey: The key of the event.
  ///   - eventTags: The tags of the event; `revenue` and `value` are numbers.
  /// - Throws: `sdkNotReady`, `eventKeyInvalid`, and the error of the dispatcher.
  public func trackEvent(
    eventKey: String,
    eventTags: OptimizelyEventTags? = nil
  ) throws {
    try optimizely.track(eventKey, for: user, tags: eventTags)
  }
}

extension OptimizelyUserContext: Equatable, CustomStringConvertible {
  /// Whether both users have the same id, attributes, segments and forced decisions.
  public static func == (left: OptimizelyUserContext, right: OptimizelyUserContext) -> Bool {
    let (left, right) = (left.state.withLock { $0 }, right.state.withLock { $0 })
    return left.segments == right.segments && left.user.id == right.user.id
      && left.user.attributes == right.user.attributes && left.user.given == right.user.given
      && left.user.forcedDecisions == right.user.forcedDecisions
  }

  /// The id and the attributes of the user, on one line.
  public var description: String {
    let user = user
    return "{ userId: \(user.id), attributes: \(DataValue.object(user.attributes)) }"
  }
}

extension OptimizelyUserContext {
  /// Forces a variation of a flag, or of one of its rules, on the user.
  ///
  /// - Parameters:
  ///   - context: The flag, or one of its rules.
  ///   - decision: The variation; an unknown variation has no effect.
  /// - Returns: Always `true`, as in the SDK.
  @discardableResult
  public func setForcedDecision(
    context: OptimizelyDecisionContext,
    decision: OptimizelyForcedDecision
  ) -> Bool {
    withUser { $0.forcedDecisions[context] = decision.variationKey }
    return true
  }

  /// Returns the forced decision for a flag or a rule; `nil` if there is none.
  public func getForcedDecision(context: OptimizelyDecisionContext) -> OptimizelyForcedDecision? {
    user.forcedDecisions[context].map(OptimizelyForcedDecision.init)
  }

  /// Removes the forced decision for a flag or a rule.
  ///
  /// - Parameter context: The flag, or one of its rules.
  /// - Returns: Whether there was a forced decision.
  @discardableResult
  public func removeForcedDecision(context: OptimizelyDecisionContext) -> Bool {
    withUser { $0.forcedDecisions.removeValue(forKey: context) != nil }
  }

  /// Removes the user's forced decisions for all flags and rules.
  ///
  /// - Returns: Always `true`, as in the SDK.
  @discardableResult
  public func removeAllForcedDecisions() -> Bool {
    withUser { $0.forcedDecisions = [:] }
    return true
  }

  /// Fetches the segments of the user, and stores them in ``qualifiedSegments``.
  ///
  /// - Parameter options: The options for the cache of segments.
  /// - Throws: `invalidSegmentIdentifier`, `odpNotEnabled`, or `fetchSegmentsFailed` with the
  ///   reason, such as a missing datafile or the cancellation of the caller; ``qualifiedSegments``
  ///   is then `nil`.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = []
  ) async throws {
    _ = try await fetchedSegments(options)
  }

  /// Fetches the segments of the user, and blocks the thread until the fetch has ended.
  ///
  /// - Parameter options: The options for the cache of segments.
  /// - Throws: The errors of the asynchronous method with the same name.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = []
  ) throws {
    _ = try ThreadExecutor.optimizely.wait { await self.outcome(options) }.get()
  }

  /// Fetches the segments of the user, and stores them in ``qualifiedSegments``.
  ///
  /// - Parameters:
  ///   - options: The options for the cache of segments.
  ///   - completionHandler: Called on any thread with the error; `nil` on success.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = [],
    completionHandler: @escaping (_ error: OptimizelyError?) -> Void
  ) {
    fetchQualifiedSegments(options: options) { _, error in completionHandler(error) }
  }

  /// Fetches the segments of the user, and stores them in ``qualifiedSegments``.
  ///
  /// - Parameters:
  ///   - options: The options for the cache of segments.
  ///   - completionHandler: Called on any thread with the segments, or with the error.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = [],
    completionHandler:
      @escaping (_ segments: [String]?, _ error: OptimizelyError?) -> Void
  ) {
    let completion = UncheckedSendable(completionHandler)
    Task {
      switch await outcome(options) {
      case .success(let segments): completion.value(segments, nil)
      case .failure(let error): completion.value(nil, error)
      }
    }
  }

  private func outcome(_ options: [OptimizelySegmentOption]) async -> OptimizelyResult<[String]> {
    do throws(OptimizelyError) {
      return .success(try await fetchedSegments(options))
    } catch {
      return .failure(error)
    }
  }

  private func fetchedSegments(
    _ options: [OptimizelySegmentOption]
  ) async throws(OptimizelyError) -> [String] {
    // Removes the segments of an earlier fetch, so that stale segments do not apply after a failed
    // fetch.
    qualifiedSegments = nil
    let segments = try await optimizely.odpManager.segments.segments(of: userId, options: options)
    qualifiedSegments = segments
    return segments
  }
}

/// The function that receives the decision of a flag.
public typealias DecideCompletion = (OptimizelyDecision) -> Void
/// The function that receives the decisions of several flags, by flag key.
public typealias DecideForKeysCompletion = ([String: OptimizelyDecision]) -> Void

extension OptimizelyUserContext {
  /// Evaluates a flag, dispatches the impression and notifies the listeners.
  ///
  /// - Parameters:
  ///   - key: The key of the flag.
  ///   - options: The options, in addition to the client's default options.
  /// - Returns: The decision; without a datafile and for an unknown flag, a decision that is off
  ///   and has the error as its reason.
  public func decide(key: String, options: [OptimizelyDecideOption]? = nil) -> OptimizelyDecision {
    decision(key, options, for: copy())
  }

  /// Evaluates the given flags, dispatches their impressions and notifies the listeners.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags.
  ///   - options: The options, in addition to the client's default options.
  /// - Returns: The decisions by flag key; empty without a datafile.
  public func decide(
    keys: [String],
    options: [OptimizelyDecideOption]? = nil
  ) -> [String: OptimizelyDecision] {
    decisions(keys, options, for: copy())
  }

  /// Evaluates the given flags; an alias of `decide(keys:options:)` for source compatibility.
  public func decideForKeys(
    _ keys: [String],
    options: [OptimizelyDecideOption]? = nil
  ) -> [String: OptimizelyDecision] {
    decisions(keys, options, for: copy())
  }

  /// Evaluates all flags, dispatches their impressions and notifies the listeners.
  ///
  /// - Parameter options: The options, in addition to the client's default options.
  /// - Returns: The decisions by flag key; empty without a datafile.
  public func decideAll(
    options: [OptimizelyDecideOption]? = nil
  ) -> [String: OptimizelyDecision] {
    decisions(nil, options, for: copy())
  }

  private func decision(
    _ key: String,
    _ options: [OptimizelyDecideOption]?,
    for user: OptimizelyUserContext,
    predictions: [String: Prediction]? = nil
  ) -> OptimizelyDecision {
    let decisions = optimizely.decide([key], for: user, options ?? [], predictions: predictions)
    return OptimizelyDecision(userContext: user, decision: decisions.first ?? .notReady(key))
  }

  private func decisions(
    _ keys: [String]?,
    _ options: [OptimizelyDecideOption]?,
    for user: OptimizelyUserContext,
    predictions: [String: Prediction]? = nil
  ) -> [String: OptimizelyDecision] {
    let made = optimizely.decide(keys, for: user, options ?? [], predictions: predictions)
      .filter { !optimizely.excludes($0, options ?? []) }
      .map { ($0.flag, OptimizelyDecision(userContext: user, decision: $0)) }
    return Dictionary(made) { $1 }
  }
}

// MARK: Asynchronous decisions

extension OptimizelyUserContext {
  /// Evaluates a flag off the caller's thread, with the predictions of contextual bandits; the
  /// synchronous method skips contextual bandits.
  ///
  /// - Parameters:
  ///   - key: The key of the flag.
  ///   - options: The options, in addition to the client's default options.
  ///   - completion: Called on any thread with the decision.
  public func decideAsync(
    key: String,
    options: [OptimizelyDecideOption]? = nil,
    completion: @escaping (OptimizelyDecision) -> Void
  ) {
    let completion = UncheckedSendable(completion)
    Task { completion.value(await decideAsync(key: key, options: options)) }
  }

  /// Evaluates the given flags off the caller's thread, with the predictions of contextual bandits.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags.
  ///   - options: The options, in addition to the client's default options.
  ///   - completion: Called on any thread with the decisions by flag key.
  public func decideAsync(
    keys: [String],
    options: [OptimizelyDecideOption]? = nil,
    completion: @escaping ([String: OptimizelyDecision]) -> Void
  ) {
    let completion = UncheckedSendable(completion)
    Task { completion.value(await decideAsync(keys: keys, options: options)) }
  }

  /// Evaluates all flags off the caller's thread, with the predictions of contextual bandits.
  ///
  /// - Parameters:
  ///   - options: The options, in addition to the client's default options.
  ///   - completion: Called on any thread with the decisions by flag key.
  public func decideAllAsync(
    options: [OptimizelyDecideOption]? = nil,
    completion: @escaping ([String: OptimizelyDecision]) -> Void
  ) {
    let completion = UncheckedSendable(completion)
    Task { completion.value(await decideAllAsync(options: options)) }
  }

  /// Evaluates a flag off the caller's thread, with the predictions of contextual bandits.
  @concurrent
  public func decideAsync(
    key: String,
    options: [OptimizelyDecideOption]? = nil
  ) async -> OptimizelyDecision {
    let user = copy()
    let predictions = await optimizely.predictions([key], for: user, options ?? [])
    return decision(key, options, for: user, predictions: predictions)
  }

  /// Evaluates the given flags off the caller's thread, with the predictions of contextual bandits.
  @concurrent
  public func decideAsync(
    keys: [String],
    options: [OptimizelyDecideOption]? = nil
  ) async -> [String: OptimizelyDecision] {
    let user = copy()
    let predictions = await optimizely.predictions(keys, for: user, options ?? [])
    return decisions(keys, options, for: user, predictions: predictions)
  }

  /// Evaluates all flags off the caller's thread, with the predictions of contextual bandits.
  @concurrent
  public func decideAllAsync(
    options: [OptimizelyDecideOption]? = nil
  ) async -> [String: OptimizelyDecision] {
    let user = copy()
    let predictions = await optimizely.predictions(nil, for: user, options ?? [])
    return decisions(nil, options, for: user, predictions: predictions)
  }
}

/// The decision of a flag for a user: state, variation, variables and reasons.
///
/// ```swift
/// let client = OptimizelyClient(sdkKey: "your-key")
/// try await client.start()
/// let user = client.createUserContext(userId: "ana")
/// let decision = user.decide(key: "new_cart", options: [.includeReasons])
/// if decision.enabled { print(decision.variationKey ?? "", decision.variables) }
/// for reason in decision.reasons { print(reason) }
/// ```
///
/// A decision is a snapshot: later changes of the user or the datafile do not affect it.
public struct OptimizelyDecision: Sendable {
  /// The key of the variation; `nil` if no rule matches the user.
  public var variationKey: String? { decision.variation }
  /// Whether the flag is on for the user.
  public var enabled: Bool { decision.isEnabled }
  /// The values of the flag's variables in the variation.
  public var variables: OptimizelyJSON { OptimizelyJSON(decision.variables) }
  /// The key of the rule that determined the variation; `nil` if no rule did.
  public var ruleKey: String? { decision.rule }
  /// The key of the evaluated flag.
  public var flagKey: String { decision.flag }
  /// The reasons: errors first, and with ``OptimizelyDecideOption/includeReasons`` also all steps
  /// of the evaluation.
  public var reasons: [String] { decision.reasons }
  /// A snapshot of the user at the time of the decision.
  public let userContext: OptimizelyUserContext
  /// The decision of the evaluator, with further properties such as the trace.
  public let decision: FlagDecision
}

extension OptimizelyDecision: Equatable, CustomStringConvertible {
  /// Compares all properties of the SDK's decision; the trace is ignored.
  public static func == (left: OptimizelyDecision, right: OptimizelyDecision) -> Bool {
    left.variationKey == right.variationKey && left.enabled == right.enabled
      && left.variables == right.variables && left.ruleKey == right.ruleKey
      && left.flagKey == right.flagKey && left.userContext == right.userContext
      && left.reasons == right.reasons
  }

  /// The decision as JSON and the user, on one line.
  public var description: String { "{ decision: \(decision.json.text()), user: \(userContext) }" }
}

/// The target of a forced decision, with the names of the SDK.
public typealias OptimizelyDecisionContext = UserContext.ForcedDecision

extension OptimizelyDecisionContext {
  /// The key of the flag to which the forced decision applies.
  public var flagKey: String { flag }
  /// The key of the rule; `nil` for the whole flag.
  public var ruleKey: String? { rule }

  /// Creates the target of a forced decision: a rule, or the whole flag if `ruleKey` is `nil`.
  public init(flagKey: String, ruleKey: String? = nil) {
    self.init(flag: flagKey, rule: ruleKey)
  }
}

/// A forced decision: the variation that is forced on a user.
public struct OptimizelyForcedDecision: Hashable, Sendable {
  /// The key of the variation, which must belong to a rule of the flag.
  public let variationKey: String

  /// Creates a forced decision for the variation with the given key.
  public init(variationKey: String) { self.variationKey = variationKey }
}
