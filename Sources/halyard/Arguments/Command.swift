import FeatureFlags

/// The commands of the program; `dashboard` is the default.
enum Command: String, CaseIterable {
  case dashboard
  case list, show
  case enable, disable, unlock, lock, cycle, set, reset
  case decide, refresh, watch, env, run
  case check, snapshot, connectivity, themes, version, help

  /// What the command does, in one sentence.
  var summary: String {
    switch self {
    case .dashboard: "Browse features and change them on a screen."
    case .list: "List the features and the state of each."
    case .show: "Show everything about one feature."
    case .enable: "Enable features."
    case .disable: "Disable features."
    case .unlock: "Unlock unlock flags."
    case .lock: "Lock unlock flags."
    case .cycle: "Force the next variation of a test."
    case .set: "Force one variation of a test, a value, or variables."
    case .reset: "Clear the overrides of features, so that they follow the source."
    case .decide: "Evaluate flags of a datafile for a user, with the reasons."
    case .refresh: "Load the configuration again and list the changes."
    case .watch: "Print each poll and each change, one line each, until interrupted."
    case .env: "Print the shell command that makes programs follow the overrides."
    case .run: "Run a program that follows the overrides."
    case .check: "List every problem of a configuration."
    case .snapshot: "Draw the screen into a file or to standard output, after some keys."
    case .connectivity: "Check Internet connectivity, captive portals included."
    case .themes: "List the themes."
    case .version: "Print the version."
    case .help: "Explain a command."
    }
  }

  /// The name of the command that is nearest to a word, for an error message; `nil` if none is near.
  static func nearest(to word: String) -> String? {
    Spelling.nearest(to: word, among: allCases.map(\.rawValue)).first
  }

  /// What comes after the command, besides options.
  var operands: [Operand] {
    switch self {
    case .dashboard, .check: [Operand("SOURCE", .optional)]
    case .list, .refresh, .watch, .env, .snapshot, .connectivity, .themes, .version: []
    case .run: [Operand("COMMAND", .repeated)]
    case .show: [Operand("NAME", .required)]
    case .enable, .disable, .unlock, .lock, .cycle: [Operand("NAME", .repeated)]
    case .set: [Operand("NAME", .required), Operand("VARIATION|VALUE", .optional)]
    case .reset: [Operand("NAME", .any)]
    case .decide: [Operand("FLAG", .any)]
    case .help: [Operand("COMMAND", .optional)]
    }
  }

  /// The options that the command has beside the common ones.
  var options: [Option] {
    switch self {
    case .list: [.section, .type, .overridden, .json]
    case .show, .check: [.json]
    case .cycle: [.back]
    case .set: [.variable]
    case .reset: [.all, .variable]
    case .snapshot: [.size, .keys, .output, .url, .threshold, .expect]
    case .decide: [.all, .force, .option, .trace, .events, .json]
    case .watch: [.json]
    case .connectivity: [.url, .threshold, .expect, .watch, .json]
    case .dashboard: [.url, .threshold, .expect, .events]
    case .enable, .disable, .unlock, .lock, .refresh, .env, .run, .themes, .version, .help: []
    }
  }

  /// How the command line names the configuration that a command reads.
  enum SourceUse {
    /// By the operand, or by an option.
    case operand
    /// By an option only.
    case option
    /// The command reads no configuration.
    case none
  }

  /// How the command line names the configuration that the command reads.
  var sourceUse: SourceUse {
    switch self {
    case .dashboard, .check: .operand
    case .list, .show, .enable, .disable, .unlock, .lock, .cycle, .set, .reset, .decide, .refresh,
      .watch, .env, .run, .snapshot:
      .option
    case .connectivity, .themes, .version, .help: .none
    }
  }

  /// Whether the command changes what a workspace keeps.
  var isChanging: Bool {
    switch self {
    case .enable, .disable, .unlock, .lock, .cycle, .set, .reset: true
    case .dashboard, .list, .show, .decide, .refresh, .watch, .env, .run, .check, .snapshot,
      .connectivity, .themes, .version, .help:
      false
    }
  }

  /// A word or words that a command takes.
  struct Operand: Equatable {
    let name: String
    let count: Count

    /// How many words an operand takes.
    enum Count {
      case optional, required, repeated, any
    }

    init(_ name: String, _ count: Count) {
      self.name = name
      self.count = count
    }

    var synopsis: String {
      switch count {
      case .optional: "[\(name)]"
      case .required: name
      case .repeated: "\(name)..."
      case .any: "[\(name)...]"
      }
    }
  }
}
