import Documents
import FeatureFlags

/// The changes of overrides by one command as JSON, for `--json`.
struct ChangeReport {
  private let store: FlagStore
  /// The changed overrides, and those that remain as they are.
  var changes: [OverrideOperation.Change] = []
  /// The overrides that were not changed, with the reasons without the names of their features.
  var refusals: [(key: OverrideKey, reason: String)] = []
  /// Whether no override was changed, because the command has `--dry-run`.
  var isDryRun = false

  init(_ store: FlagStore) { self.store = store }

  /// The report as an object with `changes`, `refused` and `dryRun`.
  ///
  /// A change has the feature, the users (`scope`, `null` for everyone), and the state and the override from
  /// which and to which it was changed.
  var json: JSONValue {
    let refused = refusals.map { key, reason in
      JSONValue.object([
        ("feature", .string(key.feature.rawValue)), ("scope", key.scope.json ?? .null),
        ("reason", .string(reason)),
      ])
    }
    return .object([
      ("changes", .list(changes.map(json))), ("refused", .list(refused)),
      ("dryRun", .bool(isDryRun)),
    ])
  }

  private func json(_ change: OverrideOperation.Change) -> JSONValue {
    func side(_ override: Override?) -> JSONValue {
      .object([
        ("state", .text(state(of: change.key, after: override))),
        ("override", override?.storedJSON ?? .null),
      ])
    }
    return .object([
      ("feature", .string(change.feature.rawValue)),
      ("scope", change.key.scope.json ?? .null),
      ("from", side(change.from)), ("to", side(change.to)),
    ])
  }

  /// The state that the users of a scope get after an override; `nil` if the source lacks the feature.
  private func state(of key: OverrideKey, after override: Override?) -> String? {
    guard var feature = store.view(of: key.feature, for: key.scope), !feature.isRemoved else {
      return nil
    }
    let others = key.scope == .everyone ? nil : feature.override(of: .everyone)
    feature.override = override ?? others
    return feature.stateAndVariables
  }
}

extension FlagStoreError {
  /// The description of the error without the name of the feature that refused an override.
  var reason: String {
    switch self {
    case .refused(_, let reason): "the feature \(reason)"
    case .unknownFeature, .notRead, .notSaved: description
    }
  }
}
