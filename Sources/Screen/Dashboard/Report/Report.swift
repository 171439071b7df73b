package import Connectivity
package import FeatureFlags
import Text
package import Workbench

package import struct FoundationEssentials.Date

/// The state of all features and of their source at one time, for a bug report.
///
/// A report contains no headers, and no secrets of URLs and attributes.
package struct Report: Sendable {
  /// The time of the report.
  package var date: Date
  /// The version of the program.
  package var version: String
  /// The name of the source, without secrets.
  package var source: String
  /// The name of the workspace.
  package var workspace: String
  /// The number of programs that follow the overrides of the workspace; `nil` with a team.
  package var followerCount: Int?
  /// The origin of the active configuration.
  package var origin: Origin
  /// The validators of the active document, such as its ETag; empty for none.
  package var revision = ""
  /// The time at which the active document was received; `nil` if it is unknown.
  package var received: Date?
  /// The failures of the last load, the most important first.
  package var failures: [String] = []
  /// The user for whom the features were evaluated.
  package var user: EvaluationContext
  /// The last connectivity check; `nil` if none was made.
  package var connectivity: ConnectivityReport?
  /// The features in the order of the configuration.
  package var features: [Feature]
  /// The active overrides, including those of features that the source does not have.
  package var overrides: [Feature.Name: Override]
  /// The last acts (changes of the workspace that its history records), the newest first.
  package var history: [OverrideAct] = []
  /// The reason why the history cannot be read; `nil` if it is readable.
  package var historyFailure: String?
  /// The stored problems of the configuration.
  package var problems: [Problem] = []
  /// What clients asked for in the test case; `nil` without a test case.
  package var testCase: TestCaseSummary?
  /// The users of the tests that clients of the server have asked for; empty without a server.
  package var tests: [Feature.Name: TestUsers] = [:]
  /// The author of the report, such as `ana@build-7`.
  package var author: String?
  /// The text of the screen.
  package var screen: String
  /// The clock and the time zone of the user.
  package var wallClock: WallClock

  /// The maximum number of acts of the history in a report.
  package static let historyLimit = 50
  /// The size of the screen in a report.
  package static let screenSize = (columns: 120, rows: 32)

  package init(
    date: Date,
    version: String,
    source: String,
    workspace: String,
    origin: Origin,
    user: EvaluationContext,
    features: [Feature],
    overrides: [Feature.Name: Override],
    screen: String,
    wallClock: WallClock
  ) {
    self.date = date
    self.version = version
    self.source = source
    self.workspace = workspace
    self.origin = origin
    self.user = user
    self.features = features
    self.overrides = overrides
    self.screen = screen
    self.wallClock = wallClock
  }
}

extension Feature {
  /// Whether the override holds for the users of rules only.
  fileprivate var isForSomeUsers: Bool { override?.isOfRules == true }
}

extension Report {
  /// The features whose state differs from that of their configuration, for the user or for those of a rule.
  var differing: [Feature] {
    features.filter { $0.isOverridden && ($0.state != $0.configured.state || $0.isForSomeUsers) }
  }

  /// The features with an override that has no effect on their state, because it equals the
  /// configuration.
  var pinned: [Feature] {
    features.filter {
      $0.isOverridden && !$0.isForSomeUsers && $0.state == $0.configured.state
    }
  }

  /// The overrides of features that the source does not have, sorted by name.
  var orphans: [(name: Feature.Name, override: Override)] {
    let names = Set(features.map(\.name))
    return overrides.filter { !names.contains($0.key) }
      .sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ($0.key, $0.value) }
  }

  /// The attributes of the user, with `…` for values that can be secrets.
  var attributes: AttributeValue {
    .object(user.attributes.withoutSecrets)
  }

  /// A date in the time zone of the user, such as `2026-11-21 10:04:12`.
  func text(of date: Date) -> String {
    let local = wallClock.localTime(of: date)
    return local.date + " " + local.clock
  }

  /// The age of the active document; `nil` if it is unknown.
  var ageText: String? {
    received.map { received in
      let seconds = max(date.timeIntervalSince(received), 0)
      return "received \(text(of: received)), \(Duration.seconds(seconds.rounded()).text) ago"
    }
  }
}
