import FeatureFlags
import Workbench

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
    let number = recordRequest("evaluation", from: client, context, at: date)
    clients[number]?.client.evaluationCount += 1
    append(
      ServedEvaluation(
        id: evaluationCount,
        date: date,
        client: number,
        user: context.targetingKey,
        key: key,
        result: result,
        isOverridden: isOverridden,
        isUnknown: isUnknown
      )
    )
  }

  /// Adds an evaluation, which an SDK has reported, to the list of recent ones.
  mutating func recordReported(
    _ key: String,
    _ result: String,
    _ context: EvaluationContext,
    _ client: ActivityRecorder.ClientKey,
    at date: Date
  ) {
    recordChange()
    append(
      ServedEvaluation(
        id: evaluationCount,
        date: date,
        client: number(of: client, at: date),
        user: context.targetingKey,
        key: key,
        result: result,
        isOverridden: false,
        isUnknown: false
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
    activity.curve.add(1, at: date)
    let user = FeatureUse.User(context: context, result: result, date: date)
    activity.uses[feature, default: FeatureUse(count: 0, last: date)].record(user, &freeUserMemory)
  }

  /// Counts a result of a key; a result that is new is ignored if the memory limit is reached.
  mutating func recordResult(_ result: String, of key: String, count: Int = 1) {
    guard activity.results[key]?[result]?.add(count: count) == nil else { return }
    let memory = 96 + result.utf8.count + (activity.results[key] == nil ? 128 + key.utf8.count : 0)
    guard memory <= freeResultMemory else { return }
    freeResultMemory -= memory
    activity.results[key, default: [:]][result] = count
  }

  /// Counts the results that an SDK reports: the variants, and `on` or `off` for evaluations without a
  /// variant.
  mutating func recordResults(of reported: ReportedEvaluations) {
    for (result, count) in reported.variations {
      recordResult(ActivityRecorder.cut(result), of: reported.feature.rawValue, count: count)
    }
  }

  /// Counts the evaluations of a feature that an SDK reports.
  mutating func recordUse(_ report: FeatureUse.AppReport, of feature: Feature.Name) {
    activity.curve.add(report.on + report.off, at: report.date)
    let new = FeatureUse(count: 0, last: report.date)
    activity.uses[feature, default: new].record(report, &freeUserMemory)
  }

  /// Counts a request, and returns the number of its client.
  mutating func recordRequest(
    _ endpoint: String,
    from key: ActivityRecorder.ClientKey,
    _ context: EvaluationContext?,
    at date: Date
  ) -> Int {
    recordChange()
    activity.requestCount += 1
    let number = number(of: key, at: date)
    clients[number]?.record(endpoint, context, at: date)
    return number
  }

  /// Returns the number of a client; if the list is full, a new client replaces the one that has not
  /// been seen for the longest time.
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
    let software = key.userAgent.flatMap(userAgents.software)
    clients[number] = ClientRecord(number, key, software, at: date)
    return number
  }

  mutating func append(_ evaluation: ServedEvaluation) {
    recordChange()
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
  ///   - memory: The free memory for the recorded users of all features, in bytes; this call updates it.
  ///     If it is too small, earlier users of this feature are removed; if it is still too small, the
  ///     user is not recorded.
  mutating func record(_ user: User, _ memory: inout Int) {
    count += 1
    curve.add(1, at: user.date)
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

  /// Adds the evaluations of a report to those of its app, which becomes the first one in the list of
  /// apps.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - memory: The free memory in bytes, as for a user.
  mutating func record(_ report: AppReport, _ memory: inout Int) {
    count.add(count: report.on + report.off)
    curve.add(report.on + report.off, at: report.date)
    last = report.date
    var report = report
    if let known = reports.firstIndex(where: { $0.app == report.app }) {
      let former = reports.remove(at: known)
      memory += former.memory
      report.add(former)
    }
    while reports.count >= ActivityRecorder.Limit.users || memory < report.memory,
      let removed = reports.popLast()
    {
      memory += removed.memory
    }
    guard memory >= report.memory else { return }
    memory -= report.memory
    reports.insert(report, at: 0)
  }
}

extension FeatureUse.AppReport {
  /// Creates a report; if there are too many variants, only the first ones in the order of their names
  /// are kept.
  init(_ evaluations: ReportedEvaluations, by app: String, at date: Date) {
    self.init(app: app, on: evaluations.on, off: evaluations.off, date: date)
    add(evaluations.variants)
  }

  /// Adds the evaluations of an earlier report, whose variants have precedence if there are too many.
  fileprivate mutating func add(_ former: FeatureUse.AppReport) {
    on.add(count: former.on)
    off.add(count: former.off)
    let new = variants
    variants = former.variants
    add(new)
  }

  private mutating func add(_ counts: [String: Int]) {
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      let name = ActivityRecorder.cut(name)
      let isKnown = variants[name] != nil
      guard isKnown || variants.count < ActivityRecorder.Limit.variants else { continue }
      variants[name, default: 0].add(count: count)
    }
  }

  /// The approximate memory, in bytes.
  fileprivate var memory: Int {
    variants.keys.reduce(256 + app.utf8.count) { $0 + 96 + $1.utf8.count }
  }
}

extension [UnknownKey] {
  /// Records a request for a key that no feature has; the key becomes the first one in the list of such
  /// keys.
  mutating func record(_ key: String, _ newCount: Int = 1, at date: Date) {
    var entry = UnknownKey(key: key, count: 0, last: date)
    if let index = firstIndex(where: { $0.key == key }) {
      entry = remove(at: index)
    } else if count >= ActivityRecorder.Limit.unknownKeys {
      removeLast()
    }
    entry.count.add(count: newCount)
    entry.last = date
    insert(entry, at: 0)
  }
}
