import FeatureFlags
import Locking

extension OptimizelyClient {
  /// Decides, keeps what is sticky, and tells the service and the listeners.
  ///
  /// - Parameters:
  ///   - keys: The flags; `nil` is all of them.
  ///   - context: The user.
  ///   - options: The options beside the client's own.
  /// - Returns: The decisions in the order of the keys; none without a datafile.
  func decide(
    _ keys: [String]?,
    for context: OptimizelyUserContext,
    _ options: [OptimizelyDecideOption]
  ) -> [FlagDecision] {
    let (project, forced) = state.withLock { state in
      (state.project, state.forcedVariations[context.userId])
    }
    guard let project else { return [] }
    let options = defaultOptions.union(DecideOptions(options))
    var user = context.user
    user.forcedVariations = forced ?? [:]
    let isSticky = !options.contains(.ignoreUserProfileService)
    if isSticky { user.profile = profile(of: user.id) }
    let evaluator = project.loaded.evaluator
    let keys = keys ?? evaluator.keys
    let overridden = followed.overrides.decided(about: keys, in: evaluator)
    for override in overridden.values { override.force(upon: &user, in: evaluator) }
    // Decisions about flags that are off are told as well, and left out afterwards.
    var decisions = evaluator.decide(
      keys: keys,
      for: user,
      options: options.subtracting(.enabledFlagsOnly)
    )
    if !overridden.isEmpty {
      for index in decisions.indices {
        overridden[decisions[index].flag]?.change(&decisions[index], options)
      }
    }
    if isSticky { keep(decisions.compactMap(\.sticky), of: user) }
    tell(decisions, of: user, in: project)
    return decisions
  }

  /// Whether a decision is left out where many are made.
  func leavesOut(_ decision: FlagDecision, _ options: [OptimizelyDecideOption]) -> Bool {
    guard !decision.isEnabled, !decision.hasFailed else { return false }
    return defaultOptions.contains(.enabledFlagsOnly) || options.contains(.enabledFlagsOnly)
  }

  private func profile(of user: String) -> [String: String] {
    do throws(OptimizelyError) {
      return try userProfileService.lookup(userId: user)?.variations ?? [:]
    } catch {
      settings.onProblem(error)
      return [:]
    }
  }

  private func keep(_ sticky: [FlagDecision.StickyVariation], of user: UserContext) {
    guard !sticky.isEmpty else { return }
    var profile = UserProfile(userId: user.id, variations: user.profile)
    for variation in sticky { profile.variations[variation.experimentID] = variation.variationID }
    do throws(OptimizelyError) {
      try userProfileService.save(profile)
    } catch {
      settings.onProblem(error)
    }
  }

  private func tell(_ decisions: [FlagDecision], of user: UserContext, in project: Project) {
    let stamps = EventStamps(settings)
    let events = decisions.flatMap(\.impressions).map {
      project.events.impression($0, of: user, stamps)
    }
    if !events.isEmpty {
      do throws(OptimizelyError) {
        try eventDispatcher.dispatch(events)
      } catch {
        settings.onProblem(error)
      }
    }
    guard notificationCenter.hasDecisionListeners else { return }
    for decision in decisions where decision.source != nil {
      notificationCenter.sendDecision(decision, of: user)
    }
  }

  /// Tells the service that a user has done something.
  ///
  /// - Parameters:
  ///   - eventKey: The key of the event.
  ///   - userId: The user.
  ///   - attributes: What is known about the user.
  ///   - eventTags: What is known about the event; `revenue` and `value` are numbers.
  /// - Throws: `sdkNotReady`, `eventKeyInvalid`, and why the event was not taken.
  public func track(
    eventKey: String,
    userId: String,
    attributes: [String: Any?]? = nil,
    eventTags: [String: Any]? = nil
  ) throws(OptimizelyError) {
    let user = createUserContext(userId: userId, attributes: attributes).user
    try track(eventKey, for: user, tags: eventTags)
  }

  func track(
    _ key: String,
    for user: UserContext,
    tags: [String: Any]?
  ) throws(OptimizelyError) {
    guard let project else { throw .sdkNotReady }
    let values = (tags ?? [:]).compactMapValues { DataValue(any: $0) }
    let stamps = EventStamps(settings)
    guard let event = project.events.conversion(key, of: user, tags: values, stamps) else {
      throw .eventKeyInvalid(key)
    }
    try eventDispatcher.dispatch([event])
    notificationCenter.sendTrack(key, of: user, tags: tags, event: event)
  }
}

// MARK: The older way of forcing variations

extension OptimizelyClient {
  /// Forces a variation of an experiment on a user, until the client is started again.
  ///
  /// - Parameters:
  ///   - experimentKey: The experiment.
  ///   - userId: The user.
  ///   - variationKey: The variation, with space around it ignored; `nil` forces none any more.
  /// - Returns: Whether the experiment has the variation; nothing is changed if not.
  @discardableResult
  public func setForcedVariation(
    experimentKey: String,
    userId: String,
    variationKey: String?
  ) -> Bool {
    let key = variationKey.map { String($0.trimmed) }
    let experiments = project?.loaded.datafile.allExperiments ?? []
    guard let experiment = experiments.last(where: { $0.key == experimentKey }) else {
      return false
    }
    if let key, !experiment.variations.contains(where: { $0.key == key }) { return false }
    state.withLock { $0.forcedVariations[userId, default: [:]][experimentKey] = key }
    return true
  }

  /// The variation of an experiment that was forced on a user; `nil` if there is none.
  public func getForcedVariation(experimentKey: String, userId: String) -> String? {
    state.withLock { $0.forcedVariations[userId]?[experimentKey] }
  }
}

extension String {
  /// The text without space around it.
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
