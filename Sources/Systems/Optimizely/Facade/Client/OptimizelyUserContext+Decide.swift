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
    let completion = AppObject(completion)
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
    let completion = AppObject(completion)
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
    let completion = AppObject(completion)
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
