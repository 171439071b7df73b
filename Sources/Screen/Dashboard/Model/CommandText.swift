package import FeatureFlags

/// Command lines of `halyard` that set the current state of a feature, quoted for a shell.
package enum CommandText {
  /// Returns the commands that set the state of the feature by overrides.
  ///
  /// - Parameters:
  ///   - feature: The feature in its current state.
  ///   - selection: The options that select the source and the workspace.
  /// - Returns: One line; several commands are joined by `&&`. `nil` for a feature that has no
  ///   state to set, such as a deprecated one.
  package static func setting(_ feature: Feature, options selection: [String]) -> String? {
    let commands = words(for: feature)
    guard !commands.isEmpty else { return nil }
    return commands.map { command in
      let options = command.options + selection
      var operands = command.operands
      // Inserts `--`, after which words are operands even if they begin with a hyphen.
      if operands.contains(where: { $0.hasPrefix("-") }) { operands.insert("--", at: 0) }
      return (["halyard", command.name] + options + operands).map(quoted).joined(separator: " ")
    }
    .joined(separator: " && ")
  }

  /// A command with its operands and options, before they are quoted.
  private struct Command {
    let name: String
    var operands: [String]
    var options: [String] = []
  }

  private static func words(for feature: Feature) -> [Command] {
    guard !feature.isRemoved else { return [] }
    let name = feature.name.rawValue
    let state = feature.state
    let variables = (feature.override?.variables ?? [:]).sorted { $0.key < $1.key }
    let options = variables.flatMap { ["--variable", "\($0.key)=\($0.value.description)"] }
    let onOff = Command(name: state.isEnabled ? "enable" : "disable", operands: [name])
    let setVariables = Command(name: "set", operands: [name], options: options)
    var commands: [Command] = []
    switch feature.type {
    case .deprecated: return []
    case .value:
      guard variables.isEmpty else { return [setVariables] }
      return state.variables.isEmpty
        ? []
        : [
          Command(
            name: "set",
            operands: [name],
            options: state.variables.flatMap {
              ["--variable", "\($0.name)=\($0.value.description)"]
            }
          )
        ]
    case .featureFlag, .featureTest(.featureFlagAB): commands = [onOff]
    case .unlockFlag:
      let isUnlocked = state.isUnlocked ?? false
      let lock = Command(name: isUnlocked ? "unlock" : "lock", operands: [name])
      commands = state.isEnabled ? [onOff, lock] : [onOff]
    case .featureTest:
      guard let variation = settableVariation(of: feature) else {
        return [onOff] + (options.isEmpty ? [] : [setVariables])
      }
      let isForced = feature.override?.enabled != nil
      let set = Command(name: "set", operands: [name, variation.rawValue], options: options)
      return isForced ? [set, onOff] : [set]
    }
    return commands + (options.isEmpty ? [] : [setVariables])
  }

  /// The variation that a command can set; `nil` for a feature that is forced off, and for a variation that
  /// the feature does not declare.
  private static func settableVariation(of feature: Feature) -> TestVariation? {
    guard feature.override?.enabled != false, let variation = feature.state.variation else {
      return nil
    }
    return feature.testVariations.first { $0 == variation }
  }

  /// Quotes a word for a POSIX shell if it has characters other than letters, digits and `_-./:=,+@`.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "_-./:=,+@".utf8.contains(byte)
    }
    guard !isPlain || word.isEmpty else { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
