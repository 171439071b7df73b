public import Frame

/// The keys of all actions and dialog commands: the default keys, unless the user has changed them.
public struct Keymap: Hashable, Sendable {
  /// The keys of the actions whose keys the user has changed.
  private let changes: [Action: [Key]]
  private let actions: [Key: Action]
  /// The keys of the commands of dialogs that the user has changed, by the identifier of the command.
  private let commandKeys: [String: [Key]]
  /// Whether labels have words instead of arrows, such as `up`; `false` by default.
  ///
  /// Set for ASCII output, whose characters for arrows look like the labels of other keys.
  public var spellsArrows = false

  /// The default keys.
  public static let standard = Keymap([])

  /// A command of a dialog with its default keys.
  public struct Command: Hashable, Sendable {
    /// The unique name of the command in the settings, such as `presets.delete`.
    public let identifier: String
    /// The default keys, the main key first.
    package let keys: [Key]
  }

  /// The owner of keys: an action of the main screen, or a command of a dialog.
  public enum Target: Hashable, Sendable {
    /// An action of the main screen.
    case action(Action)
    /// The command of a dialog with the given identifier.
    case command(String)

    /// The unique name in the settings, such as `resetAll` or `presets.delete`.
    public var identifier: String {
      switch self {
      case .action(let action): action.identifier
      case .command(let identifier): identifier
      }
    }
  }

  /// The keys that replace the default keys of an action or of a command.
  public struct Entry: Hashable, Sendable {
    /// The action or the command that gets the keys.
    public let target: Target
    /// The keys, the main key first; empty to remove all keys of the target.
    public let keys: [Key]

    /// Creates an entry.
    public init(_ target: Target, _ keys: [Key]) {
      self.target = target
      self.keys = keys
    }

    /// Creates the entry of an action.
    public init(_ action: Action, _ keys: [Key]) {
      self.init(.action(action), keys)
    }
  }

  /// A conflict of two targets that would have the same key; the entry of the first target is ignored.
  public struct Clash: Hashable, Sendable {
    /// The target whose entry is ignored, so that its default keys apply.
    public let target: Target
    /// The target that keeps the key.
    public let other: Target
    /// The key that both targets would have.
    public let key: Key
  }

  /// Creates a keymap from entries that have no clash.
  private init(_ entries: [Entry]) {
    var changes: [Action: [Key]] = [:]
    var commandKeys: [String: [Key]] = [:]
    for entry in entries {
      switch entry.target {
      case .action(let action): changes[action] = changes[action] ?? entry.keys
      case .command(let identifier): commandKeys[identifier] = entry.keys
      }
    }
    (self.changes, self.commandKeys) = (changes, commandKeys)
    var actions: [Key: Action] = [:]
    for action in Action.allCases {
      for key in changes[action] ?? action.keys where actions[key] == nil { actions[key] = action }
    }
    self.actions = actions
  }

  /// Creates a keymap from the default keys and the given entries.
  ///
  /// An entry is ignored if its key belongs to another action, or to another command of the same dialog;
  /// if two entries have the same key, the later one is ignored. A target can take over the default key
  /// of a second target if another entry gives that target different keys.
  ///
  /// - Parameters:
  ///   - entries: The changed keys, one entry for each target.
  ///   - dialogs: The commands of each dialog.
  /// - Returns: The keymap, and the clashes of the ignored entries.
  public static func resolved(
    _ entries: [Entry],
    dialogs: [[Command]] = []
  ) -> (keymap: Keymap, clashes: [Clash]) {
    var entries = entries
    var clashes: [Clash] = []
    let actions = Action.allCases.map { (target: Target.action($0), keys: $0.keys) }
    let spaces =
      [actions] + dialogs.map { $0.map { (target: Target.command($0.identifier), keys: $0.keys) } }
    // Ignoring an entry makes the default keys of its target apply, which can clash with another
    // entry. The loop ends, because the default keys have no clash.
    while let clash = spaces.lazy.compactMap({ firstClash(of: entries, among: $0) }).first {
      clashes.append(clash)
      entries.removeAll { $0.target == clash.target }
    }
    return (Keymap(entries), clashes)
  }

  /// Finds the first clash among targets that share their keys, such as the commands of a dialog.
  private static func firstClash(
    of entries: [Entry],
    among defaults: [(target: Target, keys: [Key])]
  ) -> Clash? {
    let targets = Set(defaults.map(\.target))
    let entries = entries.filter { targets.contains($0.target) }
    let changed = Set(entries.map(\.target))
    var owners: [Key: Target] = [:]
    for (target, keys) in defaults where !changed.contains(target) {
      for key in keys { owners[key] = target }
    }
    for entry in entries {
      for key in entry.keys {
        if let other = owners[key], other != entry.target {
          return Clash(target: entry.target, other: other, key: key)
        }
        owners[key] = entry.target
      }
    }
    return nil
  }

  /// The keys of a command of a dialog, the main key first; empty if the user has removed them.
  func keys(for command: Command) -> [Key] { commandKeys[command.identifier] ?? command.keys }

  /// Translates a key that the user has pressed in a dialog to a default key of the same command,
  /// because dialogs only handle default keys.
  ///
  /// - Returns: The default key; the pressed key itself if the user has not changed it; `nil` for a
  ///   default key that the user has replaced, except `esc`, so that every dialog can be closed.
  func standardKey(for key: Key, among commands: [Command]) -> Key? {
    let changed = commands.filter { commandKeys[$0.identifier] != nil }
    if let command = changed.first(where: { keys(for: $0).contains(key) }) {
      return command.keys.first
    }
    let isReplaced = key != .escape && changed.contains { $0.keys.contains(key) }
    return isReplaced ? nil : key
  }

  /// The keys that trigger an action, the main key first; empty if the user has removed them.
  public func keys(for action: Action) -> [Key] { changes[action] ?? action.keys }

  /// The action that a key triggers; `nil` if the key has no action.
  public func action(for key: Key) -> Action? { actions[key] }

  /// The label of the main key of an action; `nil` for an action without a key.
  public func label(of action: Action) -> String? { labels(of: action).first }

  /// The label of the main key of an action, for a message; the name of an action without a key.
  func text(of action: Action) -> String { label(of: action) ?? "the action \"\(action.title)\"" }

  /// Replaces each identifier of an action in braces by the label of its key.
  func filling(_ text: String) -> String {
    guard text.contains("{") else { return text }
    return text.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
      .map { part in
        Action.allCases.first { $0.identifier == part }.map(self.text) ?? String(part)
      }
      .joined()
  }

  /// The labels of all keys of an action, the main key first.
  func labels(of action: Action) -> [String] {
    labels(of: keys(for: action))
  }

  /// The labels of keys, with words instead of arrows if the keymap spells them.
  func labels(of keys: [Key]) -> [String] {
    keys.map { spellsArrows ? $0.label.spellingArrows : $0.label }
  }

  /// Replaces the default keys in the hints of a dialog by the keys of the user; omits hints whose keys
  /// the user has removed.
  func hints(_ hints: [Hint], among commands: [Command]) -> [Hint] {
    let changed = commands.filter { commandKeys[$0.identifier] != nil }
    return hints.compactMap { hint -> Hint? in
      var labels: [String] = []
      for label in hint.keys.split(separator: " ").map(String.init) {
        let command = changed.first { command in command.keys.contains { $0.label == label } }
        labels += command.map { self.labels(of: keys(for: $0)) } ?? [label]
      }
      guard !labels.isEmpty else { return nil }
      let hint = Hint(labels.joined(separator: " "), hint.text)
      return spellsArrows ? hint.spellingArrows : hint
    }
  }
}
