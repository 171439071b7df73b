import Frame
import Text

extension Action.Change {
  var row: Action.Row {
    switch self {
    case .act:
      Action.Row(
        [.character(" ")],
        "Change",
        "flip a flag, switch an A/B test, pick for an MVT test, lock or unlock"
      )
    case .next:
      Action.Row(
        [.right, .character("l")],
        "Next variation",
        hint: "cycle",
        "select the next variation; flip a flag; unfold a section"
      )
    case .previous:
      Action.Row(
        [.left, .character("h")],
        "Previous variation",
        hint: "cycle",
        "select the previous variation; flip a flag"
      )
    case .pick:
      Action.Row(
        [.character("v")],
        "Pick",
        "choose a state or variation from a list, or reset the override"
      )
    case .edit:
      Action.Row(
        [.character("e")],
        "Variables",
        "show and edit the variables of the feature, each by its type"
      )
    case .openEditor:
      Action.Row(
        [.character("E")],
        "Open editor",
        hint: "editor",
        "edit a value in your editor; in the problems pane, edit the file"
      )
    case .forceRule:
      Action.Row(
        [.character("R")],
        "Force a rule",
        "force a variation for one rule of a flag service"
      )
    case .mark:
      Action.Row(
        [.character("m")],
        "Mark",
        "mark or unmark; changes apply to all marked features"
      )
    case .markMatches:
      Action.Row(
        [.character("A")],
        "Mark all",
        "mark all listed features, or all matches of the search"
      )
    case .markSection:
      Action.Row(
        [.character("S")],
        "Mark section",
        hint: "section",
        "mark the listed features of the section under the cursor"
      )
    case .markRange:
      Action.Row(
        [.character("V")],
        "Mark range",
        hint: "range",
        "mark a range that follows the cursor; {markRange} or {back} ends the range"
      )
    case .invertMarks:
      Action.Row(
        [.character("I")],
        "Invert marks",
        hint: "invert",
        "mark the unmarked features of the list, and unmark the others"
      )
    case .clearMarks: Action.Row([.character("M")], "Clear marks", "unmark all features")
    case .undo:
      Action.Row(
        [.character("z")],
        "Undo",
        "undo the last change of an override; in a team, your last one"
      )
    case .redo: Action.Row([.character("Z")], "Redo", "redo the last undone change")
    case .lifetime:
      Action.Row(
        [.character("L")],
        "Lifetime",
        "set when the override ends: at a reset, a time or the session's end"
      )
    case .note:
      Action.Row(
        [.character("i")],
        "Note",
        "note why the override is set, such as the key of a test case"
      )
    case .reset:
      Action.Row(
        [.character("o")],
        "Reset",
        "reset the override of the feature, or of all marked ones"
      )
    case .resetAll:
      Action.Row([.character("O")], "Reset all", "reset all overrides; confirms first")
    case .bisect:
      Action.Row(
        [.character("b")],
        "Bisect",
        "find which overrides break the app by testing halves of them"
      )
    case .delete:
      Action.Row(
        [.character("x")],
        "Delete",
        "delete the feature, or all marked ones, from the workspace; asks first"
      )
    case .presets:
      Action.Row(
        [.character("P")],
        "Presets",
        "preview, apply, save or delete named sets of overrides"
      )
    case .clearCache:
      Action.Row(
        [.character("c")],
        "Clear cache",
        "delete the last known good configuration; confirms first"
      )
    }
  }
}
