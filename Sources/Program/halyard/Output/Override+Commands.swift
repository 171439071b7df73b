import Dashboard
import FeatureFlags
import FoundationEssentials

extension Override {
  /// The command lines that set this override again, quoted for a shell.
  ///
  /// Forced rules of flag services have no command.
  ///
  /// - Parameters:
  ///   - key: The feature and the scope of the override.
  ///   - options: The options that select the source and the workspace.
  /// - Returns: The commands, without a line break.
  func commands(for key: OverrideKey, options: [String] = []) -> [String] {
    let scopeOptions = key.scope == .everyone ? [] : ["--only", key.scope.description]
    func line(_ command: String, _ extra: [String], _ operands: [String]) -> String {
      let dashes = operands.contains { $0.hasPrefix("-") } ? ["--"] : []
      let words = options + scopeOptions + lifetimeOptions + noteOptions + extra + dashes + operands
      return "halyard \(command) " + words.map(CommandText.quoted).joined(separator: " ")
    }
    let feature = key.feature.rawValue
    var commands: [String] = []
    if let enabled { commands.append(line(enabled ? "enable" : "disable", [], [feature])) }
    if let unlocked { commands.append(line(unlocked ? "unlock" : "lock", [], [feature])) }
    if variation != nil || !variables.isEmpty {
      let values = variables.sorted { $0.key < $1.key }.flatMap { variable, value in
        ["--variable", "\(variable)=\(value)"]
      }
      commands.append(line("set", values, [feature] + (variation.map { [$0.rawValue] } ?? [])))
    }
    return commands
  }

  private var noteOptions: [String] {
    note.map { ["--note", $0] } ?? []
  }

  /// The command line options that set the lifetime of this override.
  private var lifetimeOptions: [String] {
    switch lifetime {
    case .kept: []
    case .session: ["--session"]
    case .until(let end): ["--until", end.storedText]
    case .lasting(let length): ["--for", "\(length.components.seconds)s"]
    }
  }
}
