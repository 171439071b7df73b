/// The profile of a user: values of any type, by names that the app chooses.
///
/// All values stay in memory as the app set them. Those that JSON can represent are persisted.
/// Unchecked, because the values need not be `Sendable`; they are only read.
struct UserProfile: @unchecked Sendable {
  /// The values by name, as the app set them.
  let values: [String: Any]

  /// Makes a profile of values by name.
  init(_ values: [String: Any] = [:]) {
    self.values = values
  }

  /// Makes the profile that the last run persisted.
  init(persisted: [String: ExperimentVariable]) {
    values = persisted.compactMapValues(\.plain)
  }

  /// The values that can be persisted.
  var persistable: [String: ExperimentVariable] {
    values.compactMapValues { ExperimentVariable(plain: $0) }
  }

  /// The names of the values that cannot be persisted, in alphabetical order.
  var transientNames: [String] {
    let persistable = persistable
    return values.keys.filter { persistable[$0] == nil }.sorted()
  }
}
