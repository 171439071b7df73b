import FeatureFlags

/// The override that the user requests for one or more features.
struct OverrideDraft: Hashable, Sendable {
  /// The features whose override is set.
  var names: [Feature.Name]
  /// The changes of states and values, in order; without one, the lifetime and the note of existing
  /// overrides are changed.
  var choices: [OverrideChoice]
  /// For whom the override holds; `nil` for the users for whom the screen makes changes.
  var scope: OverrideScope?
  /// The lifetime; `nil` keeps the lifetime of an existing override.
  var lifetime: LifetimeRequest?
  /// The note; `nil` keeps the note of an existing override, and "" removes it.
  var note: String?

  init(names: [Feature.Name], _ choices: [OverrideChoice] = []) {
    (self.names, self.choices) = (names, choices)
  }
}

/// The lifetime that the user requests for overrides.
enum LifetimeRequest: Hashable, Sendable {
  /// Until the override is reset.
  case kept
  /// Until the dashboard exits.
  case session
  /// For a duration in seconds.
  case after(Double)
  /// Until the time that the user has typed.
  case typed(String)

  /// The lifetimes to choose from, with their titles.
  static let choices: [(title: String, request: LifetimeRequest)] = [
    ("Until reset", .kept), ("This session", .session), ("For 30 minutes", .after(1_800)),
    ("For 2 hours", .after(7_200)), ("For 8 hours", .after(28_800)),
  ]
}
