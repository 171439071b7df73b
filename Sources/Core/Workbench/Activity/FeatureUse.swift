package import FeatureFlags

package import struct FoundationEssentials.Date

/// The use of one feature by clients since the start of the server.
package struct FeatureUse: Hashable, Sendable {
  /// A user who requested the feature, with the last result.
  package struct User: Hashable, Sendable {
    package let context: EvaluationContext
    package let result: String
    package let date: Date

    package init(context: EvaluationContext, result: String, date: Date) {
      self.context = context
      self.result = result
      self.date = date
    }
  }

  /// The evaluations that the SDK of one app has reported.
  package struct AppReport: Hashable, Sendable {
    /// The name of the app, or else the address of its machine.
    package let app: String
    /// The number of evaluations with the result on.
    package var on: Int
    /// The number of evaluations with the result off.
    package var off: Int
    /// The number of evaluations by variant.
    package var variants: [String: Int]
    /// The time of the last report.
    package let date: Date

    package init(app: String, on: Int, off: Int, variants: [String: Int] = [:], date: Date) {
      self.app = app
      self.on = on
      self.off = off
      self.variants = variants
      self.date = date
    }
  }

  /// The number of evaluations of this feature alone; bulk evaluations of all features are not counted.
  package var count: Int
  /// The evaluations of the last ten minutes.
  package var curve = EvaluationCurve()
  /// The time of the last evaluation.
  package var last: Date
  /// The last users, the most recent one first; at most 8, each user once.
  package var users: [User]
  /// The apps whose SDKs have reported evaluations, the most recent one first; at most 8, each app once.
  package var reports: [AppReport]

  package init(count: Int, last: Date, users: [User] = [], reports: [AppReport] = []) {
    self.count = count
    self.last = last
    self.users = users
    self.reports = reports
  }

  /// Whether the last results of the listed users differ.
  package var hasDifferentResults: Bool { Set(users.map(\.result)).count > 1 }
}
