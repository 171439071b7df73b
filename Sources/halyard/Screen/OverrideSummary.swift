import Dashboard
import FeatureFlags

/// The line about the active overrides that the dashboard prints when it exits, so that a tester
/// does not forget them.
struct OverrideSummary: Hashable {
  /// The number of overrides, the first names and the command that resets the overrides.
  let text: String

  /// Summarizes the overrides with the given names; `nil` without overrides.
  ///
  /// - Parameters:
  ///   - names: The names of the features.
  ///   - workspace: The name of the workspace.
  ///   - options: The options that select the source and the workspace on a command line.
  init?(names: [String], workspace: String, options: [String]) {
    guard let first = names.first else { return nil }
    let isOne = names.count == 1
    let rest = names.dropFirst(2)
    let list =
      isOne
      ? first
      : names.count == 2
        ? "\(first) and \(names[1])" : "\(first), \(names[1]) and \(rest.count) more"
    let words = ["halyard", "reset", "--all"] + options
    let command = words.map(CommandLine.quoted).joined(separator: " ")
    text =
      (isOne ? "1 override is" : "\(names.count) overrides are")
      + " active in the workspace \(workspace): \(list). Reset \(isOne ? "it" : "them") with: "
      + command
  }

  /// Summarizes the overrides of a store, including those without a feature.
  init?(_ store: FlagStore, workspace: String, options: [String]) {
    let features = store.features.filter(\.isOverridden).map(\.name.rawValue)
    let orphans = store.orphanedOverrides.keys.map(\.rawValue).sorted()
    self.init(names: features + orphans, workspace: workspace, options: options)
  }
}
