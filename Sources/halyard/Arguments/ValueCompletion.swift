/// The kind of values that a shell completes for an option or an operand.
enum ValueCompletion: Equatable {
  /// The value is free text.
  case none
  /// The names of files and folders, which the shell completes itself.
  case files
  /// The names of the commands.
  case commands
  /// The names of the features of the source.
  case features
  /// The names of the features with an override, including features that are not in the source.
  case overriddenFeatures
  /// The variations of the feature that the first operand selects.
  case variations
  /// The variables of the feature that the first operand selects.
  case variables
  /// The titles of the sections of the source.
  case sections
  /// The names of the themes; a path is completed as a file.
  case themes
  /// The names of the stored workspaces.
  case workspaces
  /// The names of the presets of the workspace.
  case presets
  /// One of the given words.
  case words([String])
}

extension Operand {
  /// The kind of values that a shell completes for the operand, which follows from its name;
  /// ``Command/operandCompletions`` can replace it for one command.
  var completion: ValueCompletion {
    switch name {
    case "NAME", "FLAG": .features
    case "VARIATION|VALUE": .variations
    case "SOURCE", "A", "B": .files
    case "NAME|FILE|URL": .presets
    case "COMMAND|options": .commands
    case "COMMAND": count == .program ? .files : .commands
    default: .none
    }
  }
}
