package import FeatureFlags
package import Workbench

package import struct FoundationEssentials.Date

/// What clients of the server have asked for since the start of a test case, for a report.
package struct TestCaseSummary: Hashable, Sendable {
  package let start: Date
  /// The number of requests.
  package let requestCount: Int
  /// The number of bulk evaluations, each of which asks for all features.
  package let bulkCount: Int
  /// The features of single evaluations, sorted by name.
  let features: [RequestedKey]
  /// The requested keys that no feature has, sorted by key.
  let unknownKeys: [RequestedKey]

  init(_ requests: ClientRequests) {
    start = requests.start
    requestCount = requests.requestCount
    bulkCount = requests.bulkCount
    features = requests.askedFeatures.sorted { $0.key < $1.key }
    unknownKeys = requests.unknownKeys.sorted { $0.key < $1.key }
  }
}

extension DashboardState {
  /// What clients have asked for in the test case; `nil` without a test case.
  package var testCaseSummary: TestCaseSummary? {
    content.requests.flatMap { $0.isTestCase ? TestCaseSummary($0) : nil }
  }

  /// The users of the tests that clients of the server have asked for; empty without a server.
  package var testUsers: [Feature.Name: TestUsers] { content.serving?.tests ?? [:] }
}
