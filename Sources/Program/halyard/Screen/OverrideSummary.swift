import Dashboard
import FeatureFlags
import Team

/// The line about the active overrides that the dashboard prints when it exits, so that a tester
/// does not forget them.
struct OverrideSummary: Hashable {
  /// The number of overrides, the first names and the command that resets the overrides.
  let text: String

  /// Summarizes the overrides with the given names; `nil` without overrides.
  ///
  /// - Parameters:
  ///   - names: The names of the features.
  ///   - place: The name of the place that stores the overrides, such as "the workspace shop".
  ///   - options: The options that select the source and the workspace on a command line.
  init?(names: [String], in place: String, options: [String]) {
    guard let first = names.first else { return nil }
    let isOne = names.count == 1
    let rest = names.dropFirst(2)
    let list =
      isOne
      ? first
      : names.count == 2
        ? "\(first) and \(names[1])" : "\(first), \(names[1]) and \(rest.count) more"
    let words = ["halyard", "reset", "--all"] + options
    let command = words.map(CommandText.quoted).joined(separator: " ")
    text =
      (isOne ? "1 override is" : "\(names.count) overrides are")
      + " active in \(place): \(list). Reset \(isOne ? "it" : "them") with: "
      + command
  }

  /// Summarizes the overrides that remain when the dashboard has ended, including those of features that
  /// the source no longer has; in a team, only the overrides of the user.
  init?(_ setup: Setup) {
    let store = setup.store
    let features = (store.features.filter(\.isOverridden) + store.orphans)
      .filter { $0.override?.lifetime != .session }
    guard let team = setup.team else {
      let place = "the workspace \(setup.workspace.name)"
      self.init(names: features.map(\.name.rawValue), in: place, options: setup.commandOptions)
      return
    }
    let own = features.filter { $0.override?.author == store.author }
    self.init(
      ownNames: own.map(\.name.rawValue),
      namespace: team.address.namespace,
      options: setup.commandOptions
    )
  }

  /// Summarizes the overrides of the user in the namespace of a team; `nil` without overrides.
  init?(ownNames: [String], namespace: String, options: [String]) {
    guard !ownNames.isEmpty else { return nil }
    let isOne = ownNames.count == 1
    let count = isOne ? "1 override of yours is" : "\(ownNames.count) overrides of yours are"
    let words = ["halyard", "reset"] + ownNames.prefix(Self.nameLimit) + options
    let command = words.map(CommandText.quoted).joined(separator: " ")
    let rest = ownNames.count > Self.nameLimit ? " (\(ownNames.count - Self.nameLimit) more)" : ""
    text = "\(count) active in the team's namespace \(namespace). Reset with: \(command)\(rest)"
  }

  /// The maximum number of features that the command to reset the user's overrides names in a team.
  private static let nameLimit = 5
}
