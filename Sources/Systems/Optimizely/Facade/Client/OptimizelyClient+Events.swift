extension OptimizelyClient {
  /// Dispatches the impressions of decisions.
  ///
  /// - Parameters:
  ///   - decisions: The evaluated decisions; decisions without an impression are skipped.
  ///   - user: The user of the decisions.
  ///   - ruleType: The type of the rules in the impressions; `nil` means the source of each
  ///     decision.
  ///   - active: The active datafile.
  func dispatchImpressions(
    of decisions: [FlagDecision],
    of user: UserContext,
    ruleType: String? = nil,
    in active: ActiveDatafile
  ) {
    let stamps = EventStamps(settings)
    let impressions = decisions.flatMap(\.impressions)
    guard !impressions.isEmpty else { return }
    let events = impressions.map {
      active.events.impression($0, of: user, ruleType: ruleType, stamps)
    }
    settings.reporting(try dispatcher.dispatch(events))
    guard hub.hasListeners(.activate) else { return }
    for (decision, event) in zip(impressions, events) {
      hub.sendActivate(decision, of: user, event: event)
    }
  }
}

// MARK: Tracked events

extension OptimizelyClient {
  /// Tracks an event of a user.
  ///
  /// - Parameters:
  ///   - eventKey: The key of the event.
  ///   - userId: The id of the user.
  ///   - attributes: The attributes of the user.
  ///   - eventTags: The tags of the event; `revenue` and `value` are numbers.
  /// - Throws: `sdkNotReady`, `eventKeyInvalid`, and the error of the dispatcher.
  public func track(
    eventKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil,
    eventTags: OptimizelyEventTags? = nil
  ) throws {
    try track(eventKey, for: user(userId, attributes), tags: eventTags)
  }

  func track(
    _ key: String,
    for user: UserContext,
    tags: [String: Any]?
  ) throws(OptimizelyError) {
    guard let active else { throw .sdkNotReady }
    let values = (tags ?? [:]).compactMapValues { DataValue(any: $0) }
    let stamps = EventStamps(settings)
    guard let event = active.events.conversion(key, of: user, tags: values, stamps) else {
      throw .eventKeyInvalid(key)
    }
    try dispatcher.dispatch([event])
    hub.sendTrack(key, of: user, tags: tags, event: event)
  }
}

// MARK: Optimizely Data Platform

extension OptimizelyClient {
  /// Sends an event to the Optimizely Data Platform.
  ///
  /// - Parameters:
  ///   - type: The type of the event; `nil` means `fullstack`.
  ///   - action: The action of the event, which must not be empty.
  ///   - identifiers: The ids of the user; the visitor id of the program is added.
  ///   - data: The data of the event: strings, numbers, Booleans and `nil`.
  /// - Throws: The errors of ``OdpManager/sendEvent(type:action:identifiers:data:)``.
  public func sendOdpEvent(
    type: String? = nil,
    action: String,
    identifiers: [String: String] = [:],
    data: [String: Any?] = [:]
  ) throws {
    try odpManager.sendEvent(type: type, action: action, identifiers: identifiers, data: data)
  }
}
