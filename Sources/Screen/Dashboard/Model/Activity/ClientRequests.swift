import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// A test case of the user: the requests of clients are counted from its start.
struct TestCase: Sendable {
  /// The time at which the user started the test case.
  let start: Date
  /// The activity of the server at the start.
  let base: ServingActivity
}

/// The requests of clients for features since the start of the test case; without a test case, since the
/// start of the server.
struct ClientRequests: Sendable {
  private let activity: ServingActivity
  private let testCase: TestCase?

  /// Creates the requests; ignores a test case that was started while an earlier server was running.
  init(_ activity: ServingActivity, since testCase: TestCase?) {
    self.activity = activity
    self.testCase = testCase?.base.start == activity.start ? testCase : nil
  }

  /// The time since which requests are counted.
  var start: Date { testCase?.start ?? activity.start }

  var isTestCase: Bool { testCase != nil }

  /// The number of requests, including rejected ones.
  var requestCount: Int { activity.requestCount - (testCase?.base.requestCount ?? 0) }

  /// The number of bulk evaluations, each of which requests all features.
  var bulkCount: Int { activity.bulkCount - (testCase?.base.bulkCount ?? 0) }

  /// The time of the last bulk evaluation; `nil` for none.
  var lastBulk: Date? { bulkCount > 0 ? activity.lastBulk : nil }

  /// The bulk evaluations as text, such as `all × 3`; `nil` for none.
  var bulkText: String? { bulkCount > 0 ? "all × " + CompactNumber.text(bulkCount) : nil }

  /// The evaluations of a feature: single requests, and evaluations that SDKs report; `nil` for none.
  func use(of name: Feature.Name) -> FeatureUse? {
    guard var use = activity.uses[name] else { return nil }
    guard let testCase else { return use }
    let base = testCase.base.uses[name]
    use.count -= base?.count ?? 0
    use.users = use.users.filter { $0.date >= testCase.start }
    use.reports = use.reports.compactMap { report in
      let former = base?.reports.first { $0.app == report.app }
      return report.date >= testCase.start ? report.subtracting(former) : nil
    }
    return use.count > 0 ? use : nil
  }

  /// Whether a client has requested the feature, by a single evaluation or by a bulk evaluation of all
  /// features.
  func isAsked(_ name: Feature.Name) -> Bool { bulkCount > 0 || use(of: name) != nil }

  /// The features with single or reported evaluations, with their counts, in any order.
  var askedFeatures: [RequestedKey] {
    activity.uses.keys.compactMap { name in
      use(of: name).map { RequestedKey(key: name.rawValue, count: $0.count, last: $0.last) }
    }
  }

  /// The requested keys that are not the name of a feature, the most recent one first.
  var unknownKeys: [RequestedKey] {
    let former = testCase.map { testCase in
      Dictionary(testCase.base.unknownKeys.map { ($0.key, $0.count) }) { first, _ in first }
    }
    return activity.unknownKeys.compactMap { entry in
      let count = entry.count - (former?[entry.key] ?? 0)
      return count > 0 ? RequestedKey(key: entry.key, count: count, last: entry.last) : nil
    }
  }
}

extension FeatureUse.AppReport {
  /// Returns the evaluations since an earlier state of the report; all evaluations if there is no
  /// earlier state.
  fileprivate func subtracting(_ former: FeatureUse.AppReport?) -> FeatureUse.AppReport {
    guard let former else { return self }
    var report = self
    report.on -= former.on
    report.off -= former.off
    for (name, count) in former.variants { report.variants[name, default: count] -= count }
    return report
  }
}

/// A key that clients have requested, with the number of requests.
struct RequestedKey: Hashable, Sendable {
  let key: String
  let count: Int
  /// The time of the last request.
  let last: Date
}

extension Feature {
  /// Whether the source has the feature and no client has requested it.
  func isUnasked(_ requests: ClientRequests) -> Bool { !isRemoved && !requests.isAsked(name) }
}
