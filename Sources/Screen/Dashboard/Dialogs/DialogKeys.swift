import Frame
import Text

/// The keys of a dialog, or of all lists of dialogs, for the help and for the page of keys.
///
/// The footer of a dialog has room for some of them only; ``all`` has a row for each.
package struct DialogKeys: Sendable {
  /// The name of the dialog.
  package let title: String
  /// The action that opens the dialog; `nil` if several actions do.
  package let opener: Action?
  /// The keys with what they do.
  package let rows: [Row]

  /// One or more keys with the same effect.
  package struct Row: Hashable, Sendable {
    /// The labels of the keys, separated by spaces.
    package let keys: String
    /// What the keys do.
    package let text: String

    init(_ keys: String, _ text: String) {
      self.keys = keys
      self.text = text
    }
  }

  init(_ title: String, _ opener: Action?, _ rows: [(keys: String, text: String)]) {
    self.title = title
    self.opener = opener
    self.rows = rows.map { Row($0.keys, $0.text) }
  }

  /// The title with the key that opens the dialog, such as `Copy (y)`.
  package func heading(in keymap: Keymap) -> String {
    let key = opener.flatMap { keymap.label(of: $0) }
    return title + (key.map { " (\($0))" } ?? "")
  }

  /// The dialogs, those with keys of many dialogs first.
  package static let all = [
    DialogKeys(
      "In every list of a dialog",
      nil,
      [
        ("↑ ↓ k j", "move"), ("pgup pgdn home end g G", "move by a page, or to the end"),
        ("enter space", "choose the row; the footer says what that does"),
        ("/", "find rows as you type"),
        ("esc", "end the search, or close; q and the key that opened the list close, too"),
      ]
    ),
    DialogKeys(
      "While you type in a list",
      nil,
      [
        ("↑ ↓ ctrl-p ctrl-n", "move"), ("enter", "choose the row; in a filter, switch it"),
        ("esc", "show all rows again"),
      ]
    ),
    DialogKeys(
      "In a text field",
      nil,
      [
        ("← → home end ctrl-a ctrl-e", "move the cursor"),
        ("ctrl-w ctrl-u", "delete a word, or the line"), ("enter", "accept the text"),
        ("esc", "cancel"),
      ]
    ),
    DialogKeys(
      "Search",
      .find(.search),
      [
        ("enter", "keep the list narrowed"), ("↑ ↓", "go to the matches; recall earlier searches"),
        ("tab", "complete the term"), ("esc", "show all features again"),
      ]
    ),
    DialogKeys(
      "Confirmation",
      nil,
      [
        ("y", "confirm"), ("n q esc", "cancel"), ("← → tab", "choose a button"),
        ("enter", "press the chosen button"),
      ]
    ),
    DialogKeys(
      "Filter",
      .find(.filter),
      [("space", "switch the criterion"), ("c", "clear all criteria"), ("enter", "done")]
    ),
    DialogKeys("Order of the list", .find(.sort), [("s", "next order"), ("enter", "apply")]),
    DialogKeys(
      "Copy",
      .program(.copy),
      [("n", "the name"), ("J", "the JSON"), ("c", "the command line"), ("r", "the report")]
    ),
    DialogKeys(
      "Variables",
      .change(.edit),
      [
        ("enter space", "edit the value, or switch a Boolean"), ("o", "reset the variable"),
        ("E", "edit the value in your editor"),
      ]
    ),
    DialogKeys(
      "Presets",
      .change(.presets),
      [
        ("enter", "apply the preset"), ("O", "reset all other overrides, and apply"),
        ("s", "save the active overrides"), ("x del", "delete the preset"),
        ("f", "open the preset of a file or URL"),
        ("pgdn pgup ctrl-d ctrl-u", "scroll the preview"), ("y", "confirm"), ("n esc", "cancel"),
      ]
    ),
    DialogKeys(
      "User",
      .live(.user),
      [
        ("↑ ↓ tab shift-tab", "move"), ("enter", "evaluate for the user"),
        ("e", "edit the persona under the cursor"),
      ]
    ),
    DialogKeys(
      "Comparison of users",
      .live(.compareUsers),
      [
        ("← → h l", "go to another user"), ("f", "only differing features, or all"),
        ("r", "evaluate again"), ("u", "evaluate for the user under the cursor"),
        ("enter", "go to the feature"),
      ]
    ),
    DialogKeys(
      "Bias preview",
      .find(.biases),
      [
        ("← → h l - +", "one point less or more"), ("pgdn pgup", "ten points less or more"),
        ("0-9", "type the percentage"), ("backspace", "delete a digit"),
        ("enter", "rebalance the others"), ("o", "reset"),
      ]
    ),
    DialogKeys(
      "Bisection",
      .change(.bisect),
      [
        ("enter", "start, or go to the feature of the result"), ("g", "the app is good"),
        ("b", "the app is bad"), ("s", "skip the step"), ("esc q", "stop; confirms first"),
        ("y", "stop, and restore all overrides"), ("n", "continue"),
      ]
    ),
    DialogKeys(
      "Conflicts",
      .live(.conflicts),
      [
        ("m", "keep mine"), ("t", "take theirs"), ("M", "keep all of mine"),
        ("T", "take all of theirs"), ("esc", "decide later"),
      ]
    ),
    DialogKeys(
      "Palette and keys",
      .program(.palette),
      [
        ("type", "find"), ("↑ ↓", "move, or scroll"),
        ("enter", "run the action, or close the keys"),
        ("esc", "close"),
      ]
    ),
  ]
}
