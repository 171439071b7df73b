import FeatureFlags

import struct FoundationEssentials.Date

extension ActivityRecorder.State {
  /// Adds an evaluation to the list of recent ones, and counts the request of its client.
  mutating func record(
    _ key: String,
    _ result: String,
    _ context: EvaluationContext,
    _ client: ActivityRecorder.ClientKey,
    at date: Date,
    isOverridden: Bool = false,
    isUnknown: Bool = false
  ) {
    append(
      ServedEvaluation(
        id: evaluationCount,
        date: date,
        client: recordRequest(.evaluation, from: client, context, at: date),
        user: context.targetingKey,
        key: key,
        result: result,
        isOverridden: isOverridden,
        isUnknown: isUnknown
      )
    )
  }

  /// Counts an evaluation of a feature, and records its user.
  mutating func recordUse(
    of feature: Feature.Name,
    _ result: String,
    _ context: EvaluationContext,
    at date: Date
  ) {
    let user = FeatureUse.User(context: context, result: result, date: date)
    activity.uses[feature, default: FeatureUse(count: 0, last: date)].record(user, &freeUserMemory)
  }

  /// Counts a request, and returns the number of its client.
  mutating func recordRequest(
    _ endpoint: ServedEndpoint,
    from key: ActivityRecorder.ClientKey,
    _ context: EvaluationContext?,
    at date: Date
  ) -> Int {
    recordNews()
    activity.requestCount += 1
    let number = number(of: key, at: date)
    clients[number]?.record(endpoint, context, at: date)
    return number
  }

  /// Returns the number of a client; a new client replaces the one that was not seen for longest.
  mutating func number(of key: ActivityRecorder.ClientKey, at date: Date) -> Int {
    if let number = clientNumbers[key] { return number }
    if clients.count >= ActivityRecorder.Limit.clients,
      let oldest = clients.min(by: { $0.value.client.lastSeen < $1.value.client.lastSeen })
    {
      clients[oldest.key] = nil
      clientNumbers[oldest.value.key] = nil
    }
    let number = nextClient
    nextClient += 1
    clientNumbers[key] = number
    clients[number] = ClientRecord(number, key, at: date)
    return number
  }

  mutating func append(_ evaluation: ServedEvaluation) {
    recordNews()
    if evaluations.count < ActivityRecorder.Limit.evaluations {
      evaluations.append(evaluation)
    } else {
      evaluations[evaluationCount % ActivityRecorder.Limit.evaluations] = evaluation
    }
    evaluationCount += 1
  }
}

extension FeatureUse {
  /// Records an evaluation for a user, who becomes the first one in the list of recent users.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - memory: The bytes that are free for the recorded users of all features, which this call updates.
  ///     Without enough of them, earlier users of this feature are removed; if that is not enough, the user
  ///     is not recorded.
  mutating func record(_ user: User, _ memory: inout Int) {
    count += 1
    last = user.date
    // Compares the keys first: comparing attributes takes longer.
    let known = users.firstIndex {
      $0.context.targetingKey == user.context.targetingKey && $0.context == user.context
    }
    if known == 0 {
      users[0] = user
      return
    }
    if let known {
      users.remove(at: known)
    } else {
      let needed = user.context.memory
      while users.count >= ActivityRecorder.Limit.users || memory < needed,
        let removed = users.popLast()
      {
        memory += removed.context.memory
      }
      guard memory >= needed else { return }
      memory -= needed
    }
    users.insert(user, at: 0)
  }
}

extension [UnknownKey] {
  /// Records a request for a key that no feature has; the key becomes the first one in the list of such
  /// keys.
  mutating func record(_ key: String, at date: Date) {
    var entry = UnknownKey(key: key, count: 0, last: date)
    if let index = firstIndex(where: { $0.key == key }) {
      entry = remove(at: index)
    } else if count >= ActivityRecorder.Limit.unknownKeys {
      removeLast()
    }
    entry.count += 1
    entry.last = date
    insert(entry, at: 0)
  }
}
