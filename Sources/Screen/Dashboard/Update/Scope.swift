package import FeatureFlags
import Text

/// For whom changes of overrides are made.
extension DashboardState {
  /// The users for whom changes are made: everyone, or only the current user.
  package var scope: OverrideScope { changesOwnUser ? ownScope ?? .everyone : .everyone }

  /// The scope of the current user; `nil` if the user has no key.
  var ownScope: OverrideScope? {
    OverrideScope(keyOf: content.user, hasKinds: content.evaluator?.hasContextKinds ?? false)
  }

  /// Switches between changes for everyone and changes for the current user.
  mutating func switchScope() {
    guard let ownScope else {
      return inform("There is no user with a key: \(keymap.text(of: .live(.user))) chooses one.")
    }
    changesOwnUser.toggle()
    let users = changesOwnUser ? "only \(ownScope)".shortened(to: 60) : "everyone"
    show(Notice("Changes are made for \(users) now.", kind: .information))
  }

  /// Applies the chosen scope to a requested change of overrides.
  ///
  /// - Returns: The effect; `nil` for a reset of features that have no override of the scope.
  mutating func scoped(_ effect: Effect) -> Effect? {
    guard !hasChosenUsers, case .overrides(let request) = effect else { return effect }
    let scope = scope
    switch request {
    case .set(let choices, let names, .everyone, let isSaved, let lifetime, let note):
      return .overrides(
        .set(choices, for: names, only: scope, isSaved: isSaved, lifetime: lifetime, note: note)
      )
    case .reset(let names, nil): return reset(names, scope)
    case .set, .reset, .assign, .bisect, .undo, .endSession, .resetAll, .delete: return effect
    }
  }

  /// Resets the overrides of one scope; those of features that the source no longer has, of all scopes.
  ///
  /// Opens the list of overrides of a feature that has only others, or several in the details.
  private mutating func reset(_ names: [Feature.Name], _ scope: OverrideScope) -> Effect? {
    let features = names.compactMap { name in
      content.list?.position(of: name).flatMap { content.list?.features[$0] }
    }
    guard !features.allSatisfy(\.isRemoved) else { return .overrides(.reset(names)) }
    let own = features.filter { $0.override(of: scope) != nil }.map(\.name)
    let isListed = focus == .details && features.contains { $0.overrides.count > 1 }
    if features.count == 1, let feature = features.first, own.isEmpty || isListed {
      dialog = Menu(ResetMenu(feature))
      return nil
    }
    guard own.isEmpty else { return .overrides(.reset(own, only: scope)) }
    let key = keymap.text(of: .change(.scope))
    inform(
      "The \(names.count) features have no override for "
        + "\("\(scope)".shortened(to: 40)): \(key) switches the users."
    )
    return nil
  }
}
