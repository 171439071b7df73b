/// A positional argument of a command, which can consist of several words.
struct Operand: Sendable {
  let name: String
  let count: Count
  let completion: ValueCompletion

  /// The number of words of an operand.
  enum Count {
    case optional, required, repeated, any
    /// A program with its own arguments: includes all following words, even options.
    case program
  }

  init(_ name: String, _ count: Count, _ completion: ValueCompletion) {
    self.name = name
    self.count = count
    self.completion = completion
  }

  /// The operand as a usage line shows it, in brackets if it is optional.
  var synopsis: String {
    switch count {
    case .optional: "[\(name)]"
    case .required: name
    case .repeated, .program: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}

/// The kind of values that a shell completes for an option or an operand.
enum ValueCompletion: Equatable, Sendable {
  /// The value is free text.
  case none
  /// The names of files and folders, which the shell completes itself.
  case files
  /// The names of the commands, for `help`.
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
  /// The names of the presets of the workspace, and files.
  case presets
  /// Only the given words.
  case words([String])
}
