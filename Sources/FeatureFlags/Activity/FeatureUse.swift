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

  /// The number of evaluations of this feature alone; bulk evaluations of all features are not counted.
  package var count: Int
  /// The time of the last evaluation.
  package var last: Date
  /// The last users, the most recent one first; at most 8, each user once.
  package var users: [User]

  package init(count: Int, last: Date, users: [User] = []) {
    self.count = count
    self.last = last
    self.users = users
  }

  /// Whether the last results of the listed users differ.
  package var hasDifferentResults: Bool { Set(users.map(\.result)).count > 1 }
}
