public import Frame

/// The keys of all actions: the default keys with the changes of the user.
public struct Keymap: Hashable, Sendable {
  /// The keys of the actions whose keys the user has changed.
  private let changes: [Action: [Key]]
  private let actions: [Key: Action]
  /// Whether labels have words instead of arrows: in ASCII, the signs of arrows look like other keys;
  /// `false` by default.
  public var spellsArrows = false

  /// The default keys.
  public static let standard = Keymap([])

  /// The keys that replace the default keys of one action.
  public struct Entry: Hashable, Sendable {
    /// The action with the changed keys.
    public let action: Action
    /// The keys, the main key first; empty for an action without a key.
    public let keys: [Key]

    /// Creates an entry.
    public init(_ action: Action, _ keys: [Key]) {
      self.action = action
      self.keys = keys
    }
  }

  /// A key that two actions would have; the entry of the first action is ignored.
  public struct Clash: Hashable, Sendable {
    /// The action whose entry is ignored, so that its default keys apply.
    public let action: Action
    /// The other action with the key.
    public let other: Action
    /// The key.
    public let key: Key
  }

  /// Creates a keymap of entries without a clash.
  private init(_ entries: [Entry]) {
    changes = Dictionary(entries.map { ($0.action, $0.keys) }) { first, _ in first }
    var actions: [Key: Action] = [:]
    for action in Action.allCases {
      for key in changes[action] ?? action.keys where actions[key] == nil { actions[key] = action }
    }
    self.actions = actions
  }

  /// Creates a keymap from the default keys and the given entries.
  ///
  /// An entry is ignored if its key belongs to another action; if two entries have the same key, the
  /// later one is ignored. An action can
  /// get the default key of another action if an entry gives that action other keys.
  ///
  /// - Parameter entries: The changed keys, one entry for each action.
  /// - Returns: The keymap, and the clashes of the ignored entries.
  public static func resolved(_ entries: [Entry]) -> (keymap: Keymap, clashes: [Clash]) {
    var entries = entries
    var clashes: [Clash] = []
    // Ignoring an entry makes the default keys of its action apply, which can clash with another
    // entry. The loop ends, because the default keys have no clash.
    while let clash = firstClash(of: entries) {
      clashes.append(clash)
      entries.removeAll { $0.action == clash.action }
    }
    return (Keymap(entries), clashes)
  }

  private static func firstClash(of entries: [Entry]) -> Clash? {
    var owners: [Key: Action] = [:]
    let changed = Set(entries.map(\.action))
    for action in Action.allCases where !changed.contains(action) {
      for key in action.keys { owners[key] = action }
    }
    for entry in entries {
      for key in entry.keys {
        if let other = owners[key], other != entry.action {
          return Clash(action: entry.action, other: other, key: key)
        }
        owners[key] = entry.action
      }
    }
    return nil
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
    keys(for: action).map { spellsArrows ? $0.label.spellingArrows : $0.label }
  }
}
