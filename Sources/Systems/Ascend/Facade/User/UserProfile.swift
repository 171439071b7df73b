/// The profile of a user: values of any type, by names that the app chooses.
///
/// All values are stored in memory unchanged; those that JSON can represent are persisted. The
/// conformance is unchecked: the values need not be `Sendable`, but are only read.
struct UserProfile: @unchecked Sendable {
  /// The values by name, exactly as the app set them.
  let values: [String: Any]

  /// Creates a profile from values that the app sets.
  init(_ values: [String: Any] = [:]) {
    self.values = values
  }

  /// Creates the profile that the previous run persisted.
  init(persisted: [String: ExperimentVariable]) {
    values = persisted.compactMapValues(\.plain)
  }

  /// The values that can be persisted, by name.
  var persistable: [String: ExperimentVariable] {
    values.compactMapValues { ExperimentVariable(plain: $0) }
  }

  /// The names of the values that cannot be persisted, in alphabetical order.
  var transientNames: [String] {
    let persistable = persistable
    return values.keys.filter { persistable[$0] == nil }.sorted()
  }
}
